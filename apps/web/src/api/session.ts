import type { paths } from './contract.gen';
import { local } from './storage';

// Every content page loads this module: it must not import React or the API client.

/** Where the token lies in `localStorage`; the inline snippet in `<head>` reads it too. */
const key = 'token';
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** What can stand behind `Bearer` (RFC 6750, section 2.1), and fits into a request's header. */
const isToken = (text: string) => text.length <= 4096 && /^[\w.~+/-]+=*$/.test(text);

/** The bearer token of the person signed in, or null. What cannot be a token would fail every call: it goes. */
export function getToken() {
  const token = local.getItem(key);
  if (token === null || isToken(token)) return token;
  local.removeItem(key);
  return null;
}

export function setToken(token: string) {
  local.setItem(key, token);
  tell();
}

export function clearToken() {
  local.removeItem(key);
  tell();
}

/** Calls back when the token changes, in this tab or another. @returns how to stop. */
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

const logOutPath: keyof paths = '/auth/logout';

/**
 * Ends the session: the token leaves this browser at once, and `logOut` revokes it on the server. `keepalive`, because
 * the document is usually left right away; a token that could not be revoked expires.
 */
export function logOut() {
  const token = getToken();
  clearToken();
  if (!token) return;
  const headers = { Authorization: `Bearer ${token}` };
  fetch(`/api${logOutPath}`, { method: 'POST', headers, keepalive: true }).catch(() => undefined);
}
