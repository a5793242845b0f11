import type { FastifyReply } from 'fastify';
import { html } from '../pages/html';
import { sendPage } from '../pages/page';
import type { AuthorizeRequest, Refusal } from './authorize-request';
import { withFragment } from './authorize-request';
import { CONNECTIONS, READY_PEOPLE } from './people';

/**
 * Asks who logs in: one of two ready people, anybody one types, or nobody. Works without script. Two forms, so that
 * Enter in a field continues as the one who was typed.
 */
export function sendAuthorizePage(reply: FastifyReply, request: AuthorizeRequest, query: Record<string, unknown>) {
  const connection = CONNECTIONS[request.connection];
  const hidden = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  );
  const ready = READY_PEOPLE.map(
    ({ name, email }) =>
      html`<button class="choice" name="person" value="${email}">Continue as ${name}<small>${email}</small></button>`,
  );
  const body = html`<h1>Log in with ${connection}</h1>
<p class="notice"><b>Sandbox.</b> This is not ${connection}: it stands in for it. Nobody is asked for a password.</p>
<section><h2>Somebody ready</h2><form method="post" action="/idp/authorize">${hidden}${ready}</form></section>
<section><h2>Somebody else</h2>
  <form method="post" action="/idp/authorize">${hidden}
    <p class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" aria-describedby="email-hint">
    <small id="email-hint">May stay empty: not everybody shows one.</small></p>
    <p class="field"><label for="name">Name</label><input id="name" name="name" autocomplete="off"></p>
    <p class="row"><button class="main" name="person" value="typed">Continue</button> <button name="person" value="nobody" formnovalidate>Deny</button></p>
  </form>
</section>`;
  const formTarget = new URL(request.redirectUri).origin;
  return sendPage(reply, `Log in with ${connection} (sandbox)`, body, { formTarget });
}

/** Tells the sender of its mistake where it may be told, and the reader otherwise. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.at === 'page') {
    return sendPage(reply, refusal.title, html`<h1>${refusal.title}</h1><p>${refusal.text}</p>`, { status: 400 });
  }
  const { redirectUri, error, description, state } = refusal;
  return reply.redirect(withFragment(redirectUri, { error, error_description: description, state }), 303);
}
