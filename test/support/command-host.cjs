// Runs commands one after the other in one process: loading one takes longer than its work. See orders.ts.
const { runBooks } = require('../../apps/bff/dist/books-program.js');
const { runOrders } = require('../../apps/bff/dist/orders-program.js');
const { runPeople } = require('../../apps/bff/dist/people-program.js');

const programs = { books: runBooks, orders: runOrders, people: runPeople };
let printed;
for (const name of ['stdout', 'stderr']) {
  process[name].setMaxListeners(0); // each command adds its own
  process[name].write = (text) => {
    printed[name] += text;
    return true;
  };
}

async function run({ command, args, env }) {
  printed = { stdout: '', stderr: '' };
  process.env = env;
  process.exitCode = 0;
  await programs[command](args);
  return { status: process.exitCode, ...printed };
}

let last = Promise.resolve();
process.on('message', (call) => {
  last = last.then(async () => process.send(await run(call)));
});
process.on('disconnect', () => process.exit());
