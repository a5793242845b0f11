import { readConfig } from './config';
import { createSandbox } from './sandbox';

/** The scripts start this process with a channel. It closes when they end, even by SIGKILL. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function main() {
  const sandbox = await createSandbox(readConfig(process.env));
  console.log(`Sandbox for payments and log-in: ${sandbox.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  if (process.connected) process.send?.('listening');
}

main().catch((error: Error) => {
  console.error(`The sandbox did not start: ${error.message}`);
  process.exit(1);
});
