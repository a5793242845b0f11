import type { components } from '@novacore/client';
import { session } from '../../api/storage';
import { takeFragment } from './fragment';

export type Connection = 'github' | 'google-oauth2';

/** The key in `sessionStorage` of the expected `state`. */
const key = 'login-state';

function newState() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The address of the identity provider's login (OAuth 2.0 implicit grant, RFC 6749 section 4.2). The random `state`
 * stops an attacker from logging a visitor in to the attacker's account.
 */
export function authorizeUrl(provider: components['schemas']['IdentityProvider'], connection: Connection) {
  const state = newState();
  session.setItem(key, state);
  const url = new URL(provider.authorizeUrl);
  const parameters = {
    response_type: 'token',
    client_id: provider.clientId,
    redirect_uri: `${window.location.origin}/callback`,
    connection,
    audience: provider.audience,
    scope: 'openid email profile',
    state,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The `state` must survive the redirect. Blocked or full storage loses it. */
export const isStateStored = () => session.isStored(key);

/** Removes the expected `state`, so that it works once. */
function takeState() {
  const state = session.getItem(key);
  session.removeItem(key);
  return state;
}

/** The identity provider's reply (RFC 6749 section 4.2.2), accepted only with the `state` of this tab. */
export function takeCallback(): { token: string } | { refusal: string } {
  const reply = takeFragment();
  const state = takeState();
  const isOurs = state !== null && state === reply.get('state');
  const token = reply.get('access_token');
  if (reply.get('error') === 'access_denied') return { refusal: 'The login was cancelled.' };
  if (token && !isOurs)
    return {
      refusal:
        'This login did not start in this tab. Please start it again here. If another app opens each time, open this site in your browser and log in there, or use email and password.',
    };
  return token ? { token } : { refusal: 'The login failed. Please try again.' };
}
