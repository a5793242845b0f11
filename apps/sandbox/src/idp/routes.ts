import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../pages/page';
import { fieldsOf } from '../razorpay/input';
import { type AuthorizeRequest, readAuthorizeRequest, sendAuthorizePage, sendRefusal, withFragment } from './authorize';
import { type IdentityProvider, TOKEN_SECONDS } from './identity-provider';
import { TEST_USERS, type User, userAt } from './users';

const operation = (name: string) => ({ config: { operation: name } });
/** Public documents, readable from any origin. */
const publicHeaders = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

/** The identity provider under `/idp`: discovery, keys, login with the implicit flow, userinfo. */
export function idpRoutes(provider: IdentityProvider) {
  return async (app: FastifyInstance) => {
    acceptForms(app);
    documents(app, provider);
    logIn(app, provider);
  };
}

function documents(app: FastifyInstance, provider: IdentityProvider) {
  app.get('/.well-known/openid-configuration', operation('idpDiscovery'), async (_request, reply) =>
    reply.headers(publicHeaders).send(discovery(provider.issuer())),
  );
  app.get('/.well-known/jwks.json', operation('idpJwks'), async (_request, reply) =>
    reply.headers(publicHeaders).send(await provider.keys.jwks()),
  );
  app.get('/userinfo', operation('idpUserinfo'), async ({ headers }, reply) => {
    const user = provider.userOf(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    if (!user) return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send('Unauthorized');
    const { sub, name, email } = user;
    return { sub, name, nickname: name, ...(email !== null && { email, email_verified: true }) };
  });
}

function logIn(app: FastifyInstance, provider: IdentityProvider) {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/authorize',
    operation('idpAuthorize'),
    async ({ query }, reply) => {
      const request = readAuthorizeRequest(query);
      return 'at' in request ? sendRefusal(reply, request) : sendAuthorizePage(reply, request, query);
    },
  );
  app.post('/authorize', operation('idpContinue'), async ({ body }, reply) => {
    const fields = fieldsOf(body);
    const request = readAuthorizeRequest(fields);
    if ('at' in request) return sendRefusal(reply, request);
    const { redirectUri, state } = request;
    const user = selectedUser(request, fields);
    if (user) return reply.redirect(await grant(provider, request, user), 303);
    const [error, description] = ['access_denied', 'The user did not authorize the request.'];
    return sendRefusal(reply, { at: 'redirect', redirectUri, error, description, state });
  });
}

/** The user selected on the page, or null if the request was denied. */
function selectedUser({ connection }: AuthorizeRequest, { person, name, email }: Record<string, unknown>): User | null {
  if (person === 'none') return null;
  const testUser = TEST_USERS.find((user) => user.email === person);
  if (testUser) return userAt(connection, testUser.name, testUser.email);
  return userAt(connection, String(name ?? '').trim(), String(email ?? '').trim() || null);
}

async function grant(provider: IdentityProvider, request: AuthorizeRequest, user: User): Promise<string> {
  const { redirectUri, scope, state } = request;
  const access_token = await provider.issue(user, request);
  return withFragment(redirectUri, {
    access_token,
    scope,
    expires_in: String(TOKEN_SECONDS),
    token_type: 'Bearer',
    state,
  });
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}authorize`,
    userinfo_endpoint: `${issuer}userinfo`,
    jwks_uri: `${issuer}.well-known/jwks.json`,
    response_types_supported: ['token'],
    response_modes_supported: ['fragment'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email'],
    claims_supported: ['iss', 'sub', 'aud', 'iat', 'exp', 'email', 'email_verified'],
  };
}
