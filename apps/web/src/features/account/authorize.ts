import type { components } from '../../api/contract.gen';
import { session } from '../../api/storage';

export type Connection = 'github' | 'google-oauth2';

/** Where the one `state` that this tab waits for lies in `sessionStorage`. */
const key = 'login-state';

function newState() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether `state` is the one this tab set off with. It is used up by asking. */
export function takeState(state: string | null) {
  const expected = session.getItem(key);
  session.removeItem(key);
  return expected !== null && state === expected;
}

/**
 * The identity provider's authorize address (OAuth 2.0 implicit grant, RFC 6749 section 4.2), with a fresh `state` of
 * 128 bits: without it anybody could log a visitor into an account of theirs.
 */
export function authorizeAddress(provider: components['schemas']['IdentityProvider'], connection: Connection) {
  const state = newState();
  session.setItem(key, state);
  const address = new URL(provider.authorizeUrl);
  const parameters = {
    response_type: 'token',
    client_id: provider.clientId,
    redirect_uri: `${window.location.origin}/callback`,
    connection,
    audience: provider.audience,
    scope: 'openid email profile',
    state,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}
