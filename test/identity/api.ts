import supertest from 'supertest';
import { newEmail, password } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { freePort } from '../support/process';
import { startServer, type TestServer } from '../support/server';

/** The server alone, without the sandbox: enough for everything about accounts. */
export interface TestApi {
  server: TestServer;
  url: string;
  database: TestDatabase;
  close(): Promise<void>;
}

export async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
  const [database, port] = await Promise.all([freshDatabase(), freePort()]);
  const server = await startServer(port, { THROTTLE: 'off', ...database.env, ...env });
  const close = async () => {
    await server.stop();
    await database.drop();
  };
  return { server, url: server.url, database, close };
}

export { newEmail, password };

export interface Person {
  email: string;
  token: string;
}

export const post = (url: string, path: string, body: object) => supertest(url).post(`/api${path}`).send(body);

export async function logIn(url: string, email: string, secret = password): Promise<string> {
  return (await post(url, '/auth/login', { email, password: secret }).expect(200)).body.token;
}

export async function newPerson(url: string, email = newEmail()): Promise<Person> {
  await post(url, '/auth/signup', { email, password }).expect(201);
  return { email, token: await logIn(url, email) };
}

/** `getMe` with this token: the simplest call that needs one. */
export const me = (url: string, token: string) =>
  supertest(url).get('/api/user/me').set('authorization', `Bearer ${token}`);

/** A POST that carries this token. */
export const asCaller = (url: string, path: string, token: string, body?: object) =>
  supertest(url).post(`/api${path}`).set('authorization', `Bearer ${token}`).send(body);
