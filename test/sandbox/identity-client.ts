import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { type Json, partnerOf } from './partner';

export type Jwk = JsonWebKey & { kid: string };

export const REQUEST = {
  response_type: 'token',
  client_id: 'novacore-web',
  redirect_uri: 'http://localhost:3000/callback',
  connection: 'github',
  audience: 'novacore-api',
  scope: 'openid email profile',
  state: 'state-1',
};

/** The form of the button "Continue as Asha Rao". */
export const ASHA = { person: 'asha.rao@partner.example' };

type Fields = Record<string, string>;

/** A browser's way through the log-in. @param sandbox its URL is read at every call. */
export function logInAt(sandbox: { url: string }) {
  const authorize = (change: Fields = {}) =>
    fetch(`${sandbox.url}/idp/authorize?${new URLSearchParams({ ...REQUEST, ...change })}`, { redirect: 'manual' });
  /** Sends the page's form. @returns the fields of the fragment that comes back. */
  const choose = async (fields: Fields, change: Fields = {}): Promise<Fields> => {
    const body = new URLSearchParams({ ...REQUEST, ...change, ...fields });
    return fragmentOf(await fetch(`${sandbox.url}/idp/authorize`, { method: 'POST', body, redirect: 'manual' }));
  };
  const publishedKeys = async () =>
    (await partnerOf(sandbox).call<{ keys: Jwk[] }>('GET', '/idp/.well-known/jwks.json')).keys;
  return { authorize, choose, publishedKeys };
}

export function fragmentOf(response: Response): Fields {
  const location = response.headers.get('location') ?? '';
  if (!location.startsWith(`${REQUEST.redirect_uri}#`))
    throw new Error(`not sent back: ${response.status} ${location}`);
  return Object.fromEntries(new URLSearchParams(location.split('#')[1]));
}

/** The header (0) or the claims (1) of a token. */
export const part = (token: string | undefined, index: 0 | 1): Json =>
  JSON.parse(Buffer.from(token?.split('.')[index] ?? '', 'base64url').toString());

export function isSignedBy(keys: Jwk[], token = ''): boolean {
  const [header, claims, signature = ''] = token.split('.');
  const jwk = keys.find(({ kid }) => kid === part(token, 0).kid);
  if (!jwk) return false;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
}
