// How many passwords argon2id checks in a second where nothing else is done: prints the rate.
//     node -r ./test/bench/register.cjs test/bench/api/hash-rate.ts <at the same time> <seconds>
import { hash, verify } from '@node-rs/argon2';
import { password } from './person';

/** The cost that the product stores passwords with (apps/bff/src/account/password-hasher.ts). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const [places = 1, seconds = 1] = process.argv.slice(2).map(Number);

async function main() {
  const stored = await hash(password, cost);
  const started = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - started < seconds * 1000) {
      await verify(stored, password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: places }, lane));
  console.log(done / ((performance.now() - started) / 1000));
}

void main();
