import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../build-settings.json');
const { operator, ...rest } = JSON.parse(readFileSync(file, 'utf8'));

/** The file of write-settings.mjs. Stored in build.json too, which the server compares with its configuration. */
export const settings = rest;

/** The settings that page data and browser code see, as `import.meta.env.*`. */
export const define = {
  'import.meta.env.PUBLIC_URL': JSON.stringify(settings.publicUrl),
  'import.meta.env.CONTACT_EMAIL': JSON.stringify(settings.contactEmail),
  'import.meta.env.HOME_SCRIPT_URL': JSON.stringify(settings.homeScriptUrl),
  'import.meta.env.PAYMENT_PURPOSE': JSON.stringify(settings.paymentPurpose),
  'import.meta.env.LOG_RETENTION_DAYS': JSON.stringify(settings.logRetentionDays),
  'import.meta.env.OPERATOR': JSON.stringify(operator),
};
