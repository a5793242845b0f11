import type { FastifyReply } from 'fastify';
import { IDP_AUDIENCE, IDP_CLIENT_ID } from '../credentials';
import { html, sendPage } from '../pages/page';
import { CONNECTIONS, type Connection, isConnection, TEST_USERS } from './users';

/** A valid login request. */
export interface AuthorizeRequest {
  redirectUri: string;
  connection: Connection;
  scope: string;
  audience: string | undefined;
  state: string | undefined;
}

/** Untrusted senders get an error `page`, trusted ones a `redirect` with the error. */
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
  const refusal = (error: string, description: string): Refusal => ({
    at: 'redirect',
    redirectUri,
    error,
    description,
    state,
  });
  if (text('response_type') !== 'token')
    return refusal('unsupported_response_type', 'The sandbox knows response_type=token.');
  if (!isConnection(connection)) return refusal('invalid_request', 'The connection was not found.');
  if (audience !== undefined && audience !== IDP_AUDIENCE)
    return refusal('access_denied', `Service not found: ${audience}`);
  return { redirectUri, connection, scope: text('scope') ?? 'openid profile email', audience, state };
}

function isRegistered(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(uri);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'http:' && local && pathname === '/callback' && search + hash + username === '';
}

/** The redirect URI with the response in its fragment. */
export function withFragment(redirectUri: string, fields: Record<string, string | undefined>): string {
  const present = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${redirectUri}#${new URLSearchParams(present)}`;
}

/**
 * The login page: pick a test user, type another user, or deny. Works without script. The typed user has a separate
 * form, so that Enter in a field submits it.
 */
export function sendAuthorizePage(reply: FastifyReply, request: AuthorizeRequest, query: Record<string, unknown>) {
  const connection = CONNECTIONS[request.connection];
  const hidden = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  );
  const testUsers = TEST_USERS.map(
    ({ name, email }) =>
      html`<button class="choice" name="person" value="${email}">Continue as ${name}<small>${email}</small></button>`,
  );
  const body = html`<h1>Log in with ${connection}</h1>
<p class="notice"><b>Sandbox.</b> This page replaces ${connection} for testing. No password is needed.</p>
<section><h2>Test users</h2><form method="post" action="/idp/authorize">${hidden}${testUsers}</form></section>
<section><h2>Another user</h2>
  <form method="post" action="/idp/authorize">${hidden}
    <p class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" aria-describedby="email-hint">
    <small id="email-hint">Optional: not every account shares its email.</small></p>
    <p class="field"><label for="name">Name</label><input id="name" name="name" autocomplete="off"></p>
    <p class="row"><button class="main" name="person" value="typed">Continue</button> <button name="person" value="none" formnovalidate>Deny</button></p>
  </form>
</section>`;
  const formTarget = new URL(request.redirectUri).origin;
  return sendPage(reply, `Log in with ${connection} (sandbox)`, body, { formTarget });
}

/** Sends an error to the redirect URI, or shows it on a page. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.at === 'page') {
    return sendPage(reply, refusal.title, html`<h1>${refusal.title}</h1><p>${refusal.text}</p>`, { status: 400 });
  }
  const { redirectUri, error, description, state } = refusal;
  return reply.redirect(withFragment(redirectUri, { error, error_description: description, state }), 303);
}
