import { once } from 'node:events';
import { dataDir, needsSandbox, port, publicUrl, sandboxPort } from './env.mjs';
import { start, stop } from './run.mjs';

/** Starts a server that ends everything when it ends. Resolves when the server itself says that it listens. */
function launch(file, env = {}) {
  // The server ends when the channel closes, also where this process was killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = start(process.execPath, [file], { stdio, env: { ...process.env, ...env } });
  child.on('exit', (code, signal) => stop(signal ? 1 : (code ?? 1)));
  return once(child, 'message');
}

/** Runs a compiled program to its end; on failure this process ends with the same code. */
async function runOnce(...args) {
  const [code] = await once(start(process.execPath, args), 'exit');
  if (code !== 0) process.exit(code ?? 1);
}

const sandboxHelp = `
  Sandbox            http://localhost:${sandboxPort}   (stands in for Razorpay and for GitHub and Google log-in)
  A card to try      4100 2800 0000 1007, any future date, any CVV, then any OTP of 4 digits
  A UPI id to try    success@razorpay

  No keys are set: no real money moves. See .env.example to use your own account.
`;

/** Applies the migrations and serves site and API, and the sandbox beside them where keys are missing. */
export async function serve() {
  // Being stopped is no failure of a server. The first code counts.
  for (const signal of ['SIGINT', 'SIGTERM']) process.prependListener(signal, () => stop(0));
  await runOnce('apps/bff/dist/migrate.js', '--check-site');
  const listening = [];
  if (needsSandbox) {
    const webhook = { SANDBOX_WEBHOOK_URL: `http://localhost:${port}/api/webhooks/razorpay` };
    const env = { SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, ...webhook, ...process.env };
    listening.push(launch('apps/sandbox/dist/main.js', env));
  }
  listening.push(launch('apps/bff/dist/main.js'));
  await Promise.all(listening);
  process.stdout.write(`\n  NovaCore           ${publicUrl}   (sign up, log in, pay)\n`);
  process.stdout.write(`  API reference      ${publicUrl}/docs/api\n${needsSandbox ? sandboxHelp : ''}\n`);
}
