import { IDP_AUDIENCE, IDP_CLIENT_ID } from '../credentials';
import { type Connection, isConnection } from './people';

/** A request for log-in that may be answered at its `redirect_uri`. */
export interface AuthorizeRequest {
  redirectUri: string;
  connection: Connection;
  scope: string;
  audience: string | undefined;
  state: string | undefined;
}

/** `page`: nothing about the sender can be trusted, so no redirect. `redirect`: the sender hears of its mistake. */
export type Refusal =
  | { at: 'page'; title: string; text: string }
  | { at: 'redirect'; redirectUri: string; error: string; description: string; state: string | undefined };

type Query = Record<string, unknown>;

/** Reads the query of the authorize endpoint (RFC 6749, section 4.2.1; `connection` and `audience` are Auth0's). */
export function readAuthorizeRequest(query: Query): AuthorizeRequest | Refusal {
  const text = (name: string) =>
    typeof query[name] === 'string' && query[name] !== '' ? (query[name] as string) : undefined;
  const [redirectUri, state, audience, connection] = ['redirect_uri', 'state', 'audience', 'connection'].map(text);
  if (text('client_id') !== IDP_CLIENT_ID) {
    return { at: 'page', title: 'Unknown client', text: `The sandbox knows one application: ${IDP_CLIENT_ID}.` };
  }
  if (!redirectUri || !isRegistered(redirectUri)) {
    return {
      at: 'page',
      title: 'Callback URL mismatch',
      text: 'redirect_uri must be /callback on localhost or 127.0.0.1, any port.',
    };
  }
  const wrong = (error: string, description: string): Refusal => ({
    at: 'redirect',
    redirectUri,
    error,
    description,
    state,
  });
  if (text('response_type') !== 'token')
    return wrong('unsupported_response_type', 'The sandbox knows response_type=token.');
  if (!isConnection(connection)) return wrong('invalid_request', 'The connection was not found.');
  if (audience !== undefined && audience !== IDP_AUDIENCE)
    return wrong('access_denied', `Service not found: ${audience}`);
  return { redirectUri, connection, scope: text('scope') ?? 'openid profile email', audience, state };
}

function isRegistered(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(address);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'http:' && local && pathname === '/callback' && search + hash + username === '';
}

/** The address that carries an answer back, in its fragment. */
export function withFragment(redirectUri: string, fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${redirectUri}#${new URLSearchParams(given)}`;
}
