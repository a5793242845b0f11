// The sandbox alone: for partners who build against the payment provider's protocol.
import { spawn } from 'node:child_process';
import { buildSandbox } from './lib/build.mjs';
import { root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await buildSandbox();
const sandbox = spawn(process.execPath, ['apps/sandbox/dist/main.js'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => sandbox.kill(signal));
sandbox.on('exit', (code) => process.exit(code ?? 0));
