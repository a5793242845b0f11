// The sandbox alone: for partners who build against the payment provider's protocol.
import { buildSandbox } from './lib/build.mjs';
import { checkPorts } from './lib/ports.mjs';
import { start, stop } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts(['SANDBOX_PORT']);
await ensureInstalled();
await buildSandbox();
// The sandbox ends when the channel closes, also where this process was killed.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
for (const signal of ['SIGINT', 'SIGTERM']) process.prependListener(signal, () => stop(0));
start(process.execPath, ['apps/sandbox/dist/main.js'], { stdio }).on('exit', (code) => process.exit(code ?? 0));
