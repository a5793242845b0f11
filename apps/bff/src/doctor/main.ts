// `npm run doctor` prints the faults of this deployment with their fixes, and exits with 1 if there are any.
// `-- --trial` accepts test keys and a sandbox.

import { ignoreClosedOutput } from '../closed-output';
import type { Config } from '../config/config';
import { loadConfig } from '../config/load-config';
import { version } from '../contract/contract';
import { databaseFindings } from './database-findings';
import type { Deployment, Finding } from './finding';
import { configurationFindings, diskFindings, siteFindings } from './local-findings';
import { mailFindings, providerFindings, siteAddressFindings, webhookFindings } from './public-findings';

const sources = [
  siteFindings,
  configurationFindings,
  diskFindings,
  databaseFindings,
  providerFindings,
  mailFindings,
  webhookFindings,
  siteAddressFindings,
];

/** Without a valid configuration, we cannot check anything else. */
function configOrFinding(): Config | Finding {
  try {
    return loadConfig();
  } catch (error) {
    return { fault: (error as Error).message, fix: '.env.example explains every key.' };
  }
}

async function findingsOf(deployment: Deployment) {
  const found = await Promise.all(sources.map((find) => find(deployment)));
  return found.flat();
}

async function main() {
  ignoreClosedOutput();
  const args = process.argv.slice(2);
  const help = args.includes('--help');
  if (help || args.some((arg) => arg !== '--trial')) {
    process[help ? 'stdout' : 'stderr'].write('Use npm run doctor, with -- --trial for test keys and a sandbox.\n');
    process.exit(help ? 0 : 1);
  }
  const config = configOrFinding();
  const trial = args.includes('--trial');
  const findings = 'fault' in config ? [config] : await findingsOf({ config, trial });
  for (const { fault, fix } of findings) process.stdout.write(`✗ ${fault}\n  ${fix}\n`);
  process.stdout.write(`NovaCore ${version}: ${findings.length ? '' : 'no '}faults found.\n`);
  process.exit(findings.length ? 1 : 0);
}

void main();
