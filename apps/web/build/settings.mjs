import { siteSettings } from '../../../packages/settings/settings.cjs';
import { readOperator } from './operator.mjs';

const { operator, operatorHash, placeholders } = readOperator();

/** What the build reads from its environment, with the defaults of `npm start`. Stored in build.json. */
export const settings = {
  ...siteSettings(process.env),
  operatorHash,
  /** Fields of the operator file that still hold an example's text. */
  placeholders,
};

/** The settings that page data and browser code see, as `import.meta.env.*`. */
export const define = {
  'import.meta.env.PUBLIC_URL': JSON.stringify(settings.publicUrl),
  'import.meta.env.CONTACT_EMAIL': JSON.stringify(settings.contactEmail),
  'import.meta.env.HOME_SCRIPT_URL': JSON.stringify(settings.homeScriptUrl),
  'import.meta.env.PAYMENT_PURPOSE': JSON.stringify(settings.paymentPurpose),
  'import.meta.env.LOG_RETENTION_DAYS': JSON.stringify(settings.logRetentionDays),
  'import.meta.env.OPERATOR': JSON.stringify(operator),
};

/** @throws Error that lists what a site for real customers must not show. */
export function assertNoPlaceholders() {
  const missing = process.env.PAYMENT_PURPOSE ? [] : ['PAYMENT_PURPOSE is not set'];
  const faults = [...missing, ...placeholders.map((path) => `${path} in OPERATOR_FILE is a placeholder`)];
  if (faults.length) throw new Error(`A production build must not show placeholders:\n  ${faults.join('\n  ')}`);
}
