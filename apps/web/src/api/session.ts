import type { paths } from '@novacore/client';
import { local } from './storage';

// Every content page loads this module: it must not import React or the API client.

/** The inline snippet in `<head>` reads this key too. */
const key = 'token';
/** The email address is stored for display, so that no page has to fetch it. */
const emailKey = 'email';
const deviceKey = 'device';
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** The syntax of a bearer token (RFC 6750, section 2.1), short enough for a request header. */
const isToken = (text: string) => text.length <= 4096 && /^[\w.~+/-]+=*$/.test(text);

/** Returns the bearer token, or null. A value that cannot be a token is removed. */
export function getToken() {
  const token = local.getItem(key);
  if (token === null || isToken(token)) return token;
  local.removeItem(key);
  return null;
}

/** `email` is unknown after a login through GitHub or Google until the account is loaded. */
export function setToken(token: string, email: string | null = null) {
  // The address comes first: another tab reads it when it learns of the new token.
  rememberEmail(email);
  local.setItem(key, token);
  notify();
}

export function rememberEmail(email: string | null) {
  if (email) local.setItem(emailKey, email);
  else local.removeItem(emailKey);
}

/** The random ID of this browser. It survives a logout and proves no identity. */
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

/** True from logout until the home page has replaced the document. No page asks to log in during that time. */
export const isLoggingOut = () => loggingOut;

const logOutPath: keyof paths = '/auth/logout';

/** `keepalive` lets the request outlive the document. A token that is not revoked expires. */
let revoke = (token: string): unknown =>
  fetch(`/api${logOutPath}`, {
    method: 'POST',
    headers: { Authorization: bearer(token) },
    keepalive: true,
  }).catch(() => undefined);

/** Content pages do not load the API client, so the application passes its own revocation. */
export function revokeWith(call: (token: string) => unknown) {
  revoke = call;
}

export function logOut() {
  const token = getToken();
  if (token) revoke(token);
  endSession();
}

/** Ends the session in this browser after its token was revoked. */
export function endSession() {
  loggingOut = true;
  clearToken();
  // The stored payment names the payer. The server completes the payment without it.
  local.removeAll('payment:');
  location.assign('/');
  // This document may come back from the back/forward cache.
  addEventListener('pagehide', () => {
    loggingOut = false;
  });
}
