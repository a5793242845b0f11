// `certify <url>`: runs the scenarios against an endpoint and prints what passed. Exit code 1: something failed.
import { parseArgs } from 'node:util';
import { certify, type Result } from './certify';
import { notSeen } from './scenarios';

const usage = `Usage: certify <url> [--sandbox http://localhost:3001] [--token <bearer token>] [--timeout 15]

<url> is what these paths of your shop are under: /user/order, /user/verify, /user/order/<id>, /webhooks/razorpay.`;

function print({ scenario, failure, exchange }: Result): void {
  const { id, razorpay, title } = scenario;
  console.log(`${failure === null ? 'pass' : 'FAIL'}  ${id}${razorpay ? ` (${razorpay})` : ''}: ${title}`);
  if (failure !== null) console.log(`      ${failure}`);
  for (const line of exchange) console.log(`        ${line}`);
}

async function main() {
  const options = {
    sandbox: { type: 'string', default: 'http://localhost:3001' },
    token: { type: 'string' },
    timeout: { type: 'string', default: '15' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const endpoint = positionals[0]?.replace(/\/+$/, '') ?? '';
  if (!URL.canParse(endpoint) || !(Number(values.timeout) > 0)) throw new Error(usage);
  const { sandbox, token, timeout } = values;
  const results = await certify({ endpoint, sandbox, token, timeoutMs: Number(timeout) * 1_000, report: print });
  const failed = results.filter(({ failure }) => failure !== null).map(({ scenario }) => scenario.id);
  console.log(
    `\n${results.length - failed.length} of ${results.length} passed. ${failed.length ? `Failed: ${failed.join(', ')}` : ''}`,
  );
  console.log(`\nNot seen from outside:\n${notSeen.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = failed.length ? 1 : 0;
}

main().catch((error: Error) => {
  // fetch names the reason of a network failure in `cause`.
  const { cause } = error;
  console.error(cause instanceof Error ? `The shop or the sandbox does not answer: ${cause.message}` : error.message);
  process.exit(2);
});
