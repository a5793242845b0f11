import { shared } from './storage';

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
  const token = shared.getItem(key);
  if (token === null || isToken(token)) return token;
  shared.removeItem(key);
  return null;
}

export function setToken(token: string) {
  shared.setItem(key, token);
  tell();
}

export function clearToken() {
  shared.removeItem(key);
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
