import type { FastifyInstance } from 'fastify';
import type { Faults } from '../faults/faults';
import { type IdentityProvider, TOKEN_FAULTS, type TokenFault, type TokenRequest } from '../idp/identity-provider';
import { type Connection, TEST_USERS, userAt } from '../idp/users';

type FaultName = TokenFault | 'jwks_down' | 'slow';
type Mint = Omit<TokenRequest, 'user'> & { connection?: Connection; name?: string; email?: string | null };

const object = (properties: object, required: string[] = []) => ({
  schema: { body: { type: ['object', 'null'], additionalProperties: false, properties, required } },
});
const text = { type: 'string' };

const ROTATE = object({ keepOld: { type: 'boolean' } });
const FAULT = object({ fault: { enum: [...TOKEN_FAULTS, 'jwks_down', 'slow'] }, ms: { type: 'integer', minimum: 0 } }, [
  'fault',
]);
const MINT = object({
  connection: { enum: ['github', 'google-oauth2'] },
  name: text,
  email: { type: ['string', 'null'] },
  claims: { type: 'object' },
  header: { type: 'object' },
  without: { type: 'array', items: text },
  signing: { enum: ['rs256', 'none', 'public_key_as_hmac'] },
  key: { enum: ['current', 'unpublished'] },
});

export function idpControls(app: FastifyInstance, provider: IdentityProvider, faults: Faults) {
  app.post<{ Body: { keepOld?: boolean } | null | undefined }>('/idp/rotate', ROTATE, async ({ body }) => {
    const keys = await provider.keys.rotate(body?.keepOld ?? true);
    return { kid: keys[0]?.kid, published: keys.map(({ kid }) => kid) };
  });
  app.post<{ Body: { fault: FaultName; ms?: number } }>(
    '/idp/faults',
    FAULT,
    async ({ body: { fault, ms = 1_000 } }) => {
      if (fault === 'jwks_down')
        return faults.add([forever({ operation: 'idpJwks' }, { kind: 'status', status: 503 })]);
      if (fault === 'slow') return faults.add([forever({ path: '^/idp/' }, { kind: 'delay', ms })]);
      provider.tokenFault = fault;
      return { fault };
    },
  );
  app.delete('/idp/faults', async (_request, reply) => {
    provider.tokenFault = null;
    faults.clear(({ match }) => match.operation === 'idpJwks' || match.path === '^/idp/');
    return reply.code(204).send();
  });
  app.post<{ Body: Mint | null | undefined }>('/idp/token', MINT, async ({ body }) => {
    const { connection = 'github', name = TEST_USERS[0].name, email = TEST_USERS[0].email, ...request } = body ?? {};
    const user = userAt(connection, name, email);
    return { access_token: await provider.mint({ ...request, user }), person: user };
  });
}

function forever(match: { operation?: string; path?: string }, action: Parameters<Faults['add']>[0][number]['do']) {
  return { match, times: 0, skip: 0, do: action };
}
