import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../support/process';
import { type Launched, launch, typescript } from '../servers/launch';
import { type Sandbox, type Stage, sql } from '../servers/stage';
import { newPerson } from './person';

/** A server under measurement, with a database of its own. */
export interface Contender {
  server: Launched;
  databaseUrl: string;
}

export interface Contenders {
  sandbox: Sandbox;
  product: Contender;
  yardstick: Contender;
  /** Somebody who is signed in at both. */
  token: string;
}

/** The bare server has no sign-up: it shares the product's secret, and gets its people. */
async function startYardstick(stage: Stage, sandbox: Sandbox, secret: string, people: object[]): Promise<Contender> {
  const databaseUrl = await stage.database('yardstick');
  for (const person of people)
    await sql(databaseUrl, 'INSERT INTO users SELECT * FROM json_populate_record(NULL::users, $1)', [person]);
  const port = await freePort();
  const env = { PORT: String(port), DATABASE_URL: databaseUrl, PROVIDER_URL: sandbox.url, JWT_SECRET: secret };
  const args = typescript('api/yardstick/server.ts');
  return { databaseUrl, server: await launch({ args, port, env, log: join(stage.directory, 'yardstick.log') }) };
}

/** The product and the bare server, beside one another on the same PostgreSQL and the same sandbox. */
export async function startContenders(stage: Stage): Promise<Contenders> {
  const secret = randomBytes(32).toString('hex');
  const sandbox = await stage.startSandbox();
  const databaseUrl = await stage.database('product');
  const server = await stage.startServer(databaseUrl, sandbox, { env: { JWT_SECRET: secret } });
  const token = await newPerson(server.url, 'bench@lab.example');
  const yardstick = await startYardstick(stage, sandbox, secret, await sql(databaseUrl, 'SELECT * FROM users'));
  return { sandbox, product: { server, databaseUrl }, yardstick, token };
}
