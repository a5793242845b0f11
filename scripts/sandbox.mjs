// Runs only the sandbox, for partners who develop against the payment provider's protocol. `-- certify <url>` tests an
// endpoint against a running sandbox.
import { build } from './lib/build.mjs';
import { Fault, start, stop } from './lib/run.mjs';
import { checkPorts } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const [command, ...args] = process.argv.slice(2);
const isCertify = command === 'certify';
if (command && !isCertify) throw new Fault(`Unknown command ${command}: only certify <url>.`);
if (!isCertify) await checkPorts(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT']);
await ensureInstalled();
await build('sandbox');
// The sandbox stops when the channel closes, even if this process was killed.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
for (const signal of ['SIGINT', 'SIGTERM']) process.prependListener(signal, () => stop(0));
const program = isCertify ? ['apps/sandbox/dist/certify/main.js', ...args] : ['apps/sandbox/dist/main.js'];
start(process.execPath, program, { stdio }).on('exit', (code) => process.exit(code ?? 0));
