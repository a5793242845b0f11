import { takeState } from './authorize';

declare global {
  interface Window {
    /** The address's fragment at /callback, without `#`, put here and taken out of the address by the snippet in head. */
    __callback?: string;
  }
}

export type CallbackResult = { token: string } | { refusal: string };

/** The fragment, once: it holds a token, so nothing may find it a second time. */
function takeFragment() {
  const fragment = window.__callback ?? window.location.hash.slice(1);
  delete window.__callback;
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  return new URLSearchParams(fragment);
}

/** What the identity provider sent us back with (RFC 6749 section 4.2.2). Only a `state` of this tab's is believed. */
export function takeCallback(): CallbackResult {
  const answer = takeFragment();
  const isOurs = takeState(answer.get('state'));
  const token = answer.get('access_token');
  if (answer.get('error') === 'access_denied') return { refusal: 'The log-in was cancelled.' };
  if (token && !isOurs) return { refusal: 'This log-in did not start in this tab. Please start it again here.' };
  return token ? { token } : { refusal: 'The log-in did not work. Please try again.' };
}
