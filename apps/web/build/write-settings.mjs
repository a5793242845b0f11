// Writes what the site takes from the environment, .env and OPERATOR_FILE to one file, which is the build's input.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isReadableFile, loadEnvFile, siteSettings } from '@novacore/shared/settings';
import { readOperator } from './operator.mjs';

const root = join(import.meta.dirname, '../../..');

function settings() {
  const faults = loadEnvFile(root);
  if (faults.length) throw new Error(faults.join('\n'));
  const { OPERATOR_FILE, NODE_ENV, PAYMENT_PURPOSE } = process.env;
  const operatorFile = resolve(root, OPERATOR_FILE || 'apps/web/operator.example.json');
  if (!isReadableFile(operatorFile)) throw new Error('OPERATOR_FILE must name a file that can be read');
  const site = { ...siteSettings(process.env), ...readOperator(operatorFile) };
  const unset = PAYMENT_PURPOSE ? [] : ['PAYMENT_PURPOSE is not set'];
  const missing = [...unset, ...site.placeholders.map((path) => `${path} in OPERATOR_FILE is a placeholder`)];
  if (NODE_ENV === 'production' && missing.length)
    throw new Error(`A production build must not show placeholders:\n  ${missing.join('\n  ')}`);
  return site;
}

try {
  writeFileSync(join(import.meta.dirname, '../build-settings.json'), JSON.stringify(settings(), null, 2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
