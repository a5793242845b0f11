// Runs only the sandbox, for partners who develop against the payment provider's protocol. `-- certify <url>` tests an
// endpoint against a running sandbox.
import { build, Fault, start, startServer, stop } from './lib/run.mjs';
import { checkPorts } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const [command, ...args] = process.argv.slice(2);
const isCertify = command === 'certify';
if (command && !isCertify) throw new Fault(`Unknown command ${command}: only certify <url>.`);
if (!isCertify) await checkPorts(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT']);
await ensureInstalled();
await build('sandbox');
for (const signal of ['SIGINT', 'SIGTERM']) process.prependListener(signal, () => stop(0));
const program = isCertify
  ? start(process.execPath, ['apps/sandbox/dist/certify.js', ...args])
  : startServer('apps/sandbox/dist/main.js');
program.on('exit', (code) => process.exit(code ?? 0));
