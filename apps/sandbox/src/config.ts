import { resolve } from 'node:path';
import { SANDBOX_CREDENTIALS } from './credentials';
import type { SandboxOptions } from './sandbox';

/** Everything the sandbox reads from its environment. An unset or empty variable means its default. */
export function readConfig(env: NodeJS.ProcessEnv): SandboxOptions {
  const keyId = env.SANDBOX_KEY_ID || SANDBOX_CREDENTIALS.keyId;
  if (!keyId.startsWith('rzp_test_')) throw new Error('SANDBOX_KEY_ID must begin with rzp_test_');
  return {
    port: readPort(env.SANDBOX_PORT || '3001'),
    host: env.SANDBOX_HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || '.data'),
    credentials: {
      keyId,
      keySecret: env.SANDBOX_KEY_SECRET || SANDBOX_CREDENTIALS.keySecret,
      webhookSecret: env.SANDBOX_WEBHOOK_SECRET || SANDBOX_CREDENTIALS.webhookSecret,
    },
    webhookUrl: env.SANDBOX_WEBHOOK_URL || undefined,
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('SANDBOX_PORT must be a port number');
  return port;
}
