import { resolve } from 'node:path';
import { defaults } from '@novacore/shared/settings';
import { SANDBOX_CREDENTIALS } from './credentials';
import { createSandbox, type SandboxOptions } from './sandbox';

/** Unset and empty variables mean their default. */
function readOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  const keyId = env.SANDBOX_KEY_ID || SANDBOX_CREDENTIALS.keyId;
  if (!keyId.startsWith('rzp_test_')) throw new Error('SANDBOX_KEY_ID must begin with rzp_test_');
  const port = readPort('SANDBOX_PORT', env.SANDBOX_PORT || String(defaults.SANDBOX_PORT));
  return {
    port,
    smtpPort: readPort('SANDBOX_SMTP_PORT', env.SANDBOX_SMTP_PORT || String(port && port + 1)),
    host: env.SANDBOX_HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || '.data'),
    credentials: {
      keyId,
      keySecret: env.SANDBOX_KEY_SECRET || SANDBOX_CREDENTIALS.keySecret,
      webhookSecret: env.SANDBOX_WEBHOOK_SECRET || SANDBOX_CREDENTIALS.webhookSecret,
    },
    webhookUrl: env.SANDBOX_WEBHOOK_URL || undefined,
    apiUrl: env.SANDBOX_API_URL || undefined,
  };
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`${name} must be a port number`);
  return port;
}

/** The scripts start this process with a channel. It closes when they end, even by SIGKILL. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function main() {
  const sandbox = await createSandbox(readOptions(process.env));
  console.log(`Sandbox for payments and log-in: ${sandbox.url}`);
  console.log(`Mails to port ${sandbox.smtpPort} are at ${sandbox.url}/mailbox`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  if (process.connected) process.send?.('listening');
}

main().catch((error: Error) => {
  console.error(`The sandbox did not start: ${error.message}`);
  process.exit(1);
});
