import createFetchClient, { type Middleware } from 'openapi-fetch';
import { answeredFetch } from './answered-fetch';
import type { paths } from './contract.gen';
import { clearToken, getToken } from './session';

/** `security: []` in the contract: these are called without a token, also by somebody who has one. */
const open = new Set<string>(['/auth/signup', '/auth/login', '/user/order', '/config'] satisfies (keyof paths)[]);

const bearer = (token: string) => `Bearer ${token}`;

const session: Middleware = {
  onRequest({ schemaPath, request }) {
    const token = getToken();
    if (token && !open.has(schemaPath)) request.headers.set('Authorization', bearer(token));
  },
  /** A token that the server refuses is worth nothing; a newer one, stored meanwhile, stays. */
  onResponse({ request, response }) {
    const token = getToken();
    if (response.status === 401 && token && request.headers.get('Authorization') === bearer(token)) clearToken();
  },
};

/** The contract as a client; every failure is a `Problem`. */
export const api = createFetchClient<paths>({ baseUrl: '/api', fetch: answeredFetch });
api.use(session);
