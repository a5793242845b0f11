import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json, now, rs256 } from './jwt';

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

function newKey(kid: string, modulusLength = 2048): SigningKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength }) };
}

export const clientId = 'novacore-web';
export const audience = 'novacore-api';

/** Serves an identity provider's keys over HTTP. The test has the private key and can sign any token. */
export async function startProvider() {
  const http = createServer((request, response) => {
    if (request.url !== '/.well-known/jwks.json') return response.writeHead(404).end();
    provider.fetches += 1;
    if (provider.down) return response.writeHead(503).end('down');
    const { kid, publicKey } = provider.key;
    const keys = [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }];
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}/`;
  const provider = {
    issuer,
    /** Settings of a server that trusts it. */
    env: { IDP_ISSUER: issuer, IDP_CLIENT_ID: clientId, IDP_AUDIENCE: audience },
    key: newKey('key-1'),
    /** How often the keys were requested. */
    fetches: 0,
    down: false,
    /** Switches to a new key and removes the old one from the key set. */
    rotate(modulusLength?: number) {
      provider.key = newKey(`key-${Math.random()}`, modulusLength);
    },
    /** Claims of a good access token, with changes; a claim set to undefined is left out. */
    claims: (changes: Json = {}): Json => ({
      iss: issuer,
      sub: 'github|1001',
      aud: [audience, `${issuer}userinfo`],
      iat: now(),
      exp: now() + 600,
      scope: 'openid email profile',
      ...changes,
    }),
    token(changes?: Json, header: Json = {}) {
      const { kid, privateKey } = provider.key;
      return rs256({ alg: 'RS256', typ: 'JWT', kid, ...header }, provider.claims(changes), privateKey);
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return provider;
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
