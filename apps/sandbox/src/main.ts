import { readConfig } from './config';
import { createSandbox } from './sandbox';

async function main() {
  const sandbox = await createSandbox(readConfig(process.env));
  console.log(`Sandbox for payments and log-in: ${sandbox.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
}

main().catch((error: Error) => {
  console.error(`The sandbox did not start: ${error.message}`);
  process.exit(1);
});
