import { spawn } from 'node:child_process';
import { dataDir, needsSandbox, port, publicUrl, sandboxPort } from './env.mjs';
import { root } from './run.mjs';

const children = new Set();

function launch(file, env = {}) {
  const child = spawn(process.execPath, [file], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  children.add(child);
  child.on('exit', (code, signal) => {
    children.delete(child);
    stop(signal ? 1 : (code ?? 1));
  });
  return child;
}

/** Ends what runs, then this process with `code`. */
function stop(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill('SIGTERM');
}

/** Runs a compiled program to its end; on failure this process ends with the same code. */
const runOnce = (file) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { cwd: root, stdio: 'inherit' });
    child.on('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });

async function untilUp(url) {
  while (children.size) {
    const up = await fetch(url)
      .then((reply) => reply.ok)
      .catch(() => false);
    if (up) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

const sandboxHelp = `
  Sandbox            http://localhost:${sandboxPort}   (stands in for Razorpay and for GitHub and Google log-in)
  A card to try      4100 2800 0000 1007, any future date, any CVV, then any OTP of 4 digits
  A UPI id to try    success@razorpay

  No keys are set: no real money moves. See .env.example to use your own account.
`;

/** Applies the migrations and serves site and API, and the sandbox beside them where keys are missing. */
export async function serve() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));
  await runOnce('apps/bff/dist/migrate.js');
  if (needsSandbox) {
    const webhook = { SANDBOX_WEBHOOK_URL: `http://localhost:${port}/api/webhooks/razorpay` };
    launch('apps/sandbox/dist/main.js', { SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, ...webhook, ...process.env });
  }
  launch('apps/bff/dist/main.js');
  if (!(await untilUp(`http://localhost:${port}/api/health`))) return;
  process.stdout.write(`\n  NovaCore           ${publicUrl}   (sign up, log in, pay)\n`);
  process.stdout.write(`  API reference      ${publicUrl}/docs/api\n${needsSandbox ? sandboxHelp : ''}\n`);
}
