import type { paths } from '@novacore/client';
import { local } from './storage';

// Every content page loads this module: it must not import React or the API client.

/** The key in `localStorage`. The inline snippet in `<head>` reads it too. */
const key = 'token';
/** The e-mail address of the person signed in, for display only: no page has to fetch it. */
const emailKey = 'email';
const deviceKey = 'device';
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** The syntax of a bearer token (RFC 6750, section 2.1), short enough for a request header. */
const isToken = (text: string) => text.length <= 4096 && /^[\w.~+/-]+=*$/.test(text);

/** The bearer token of the person signed in, or null. A value that cannot be a token is removed. */
export function getToken() {
  const token = local.getItem(key);
  if (token === null || isToken(token)) return token;
  local.removeItem(key);
  return null;
}

/** `email` is unknown after a log-in through GitHub or Google until the account is loaded. */
export function setToken(token: string, email: string | null = null) {
  // First, so that a tab that learns of the new token finds the address that belongs to it.
  rememberEmail(email);
  local.setItem(key, token);
  notify();
}

export function rememberEmail(email: string | null) {
  if (email) local.setItem(emailKey, email);
  else local.removeItem(emailKey);
}

/** The random id by which an account knows this browser. It stays after a logout, and proves no identity. */
export function deviceId() {
  const stored = local.getItem(deviceKey);
  if (stored && /^[\w-]{16,64}$/.test(stored)) return stored;
  // `randomUUID` exists in secure contexts only.
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join(
    '',
  );
  local.setItem(deviceKey, id);
  return id;
}

export const getEmail = () => (getToken() === null ? null : local.getItem(emailKey));

export function clearToken() {
  local.removeItem(key);
  local.removeItem(emailKey);
  notify();
}

/** Calls `listener` when the token changes in this tab or another. @returns a function that unsubscribes. */
export function onTokenChange(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export const bearer = (token: string) => `Bearer ${token}`;

let loggingOut = false;

/** True from log-out until the home page has replaced the document. Until then no page asks to log in. */
export const isLoggingOut = () => loggingOut;

const logOutPath: keyof paths = '/auth/logout';

/** `keepalive`: the document is left at once. A token that is not revoked expires. */
let revoke = (token: string): unknown =>
  fetch(`/api${logOutPath}`, {
    method: 'POST',
    headers: { Authorization: bearer(token) },
    keepalive: true,
  }).catch(() => undefined);

/** The application revokes tokens with its API client, which content pages do not load. */
export function revokeWith(call: (token: string) => unknown) {
  revoke = call;
}

/** Revokes the token on the server and ends the session in this browser. */
export function logOut() {
  const token = getToken();
  if (token) revoke(token);
  endSession();
}

/** Ends the session in this browser, whose token is revoked, and goes to the home page. */
export function endSession() {
  loggingOut = true;
  clearToken();
  // What an open payment would be continued with names the person. The server finishes the payment without it.
  local.removeAll('payment:');
  location.assign('/');
  // This document may come back from the back/forward cache.
  addEventListener('pagehide', () => {
    loggingOut = false;
  });
}
