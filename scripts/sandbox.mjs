// Runs only the sandbox, for partners who develop against the payment provider's protocol.
import { buildSandbox } from './lib/build.mjs';
import { start, stop } from './lib/run.mjs';
import { checkPorts } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT']);
await ensureInstalled();
await buildSandbox();
// The sandbox stops when the channel closes, even if this process was killed.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
for (const signal of ['SIGINT', 'SIGTERM']) process.prependListener(signal, () => stop(0));
start(process.execPath, ['apps/sandbox/dist/main.js'], { stdio }).on('exit', (code) => process.exit(code ?? 0));
