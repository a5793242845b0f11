import { createClient } from '@novacore/client';
import type { components, paths } from '@novacore/contract';
import type createQueryHooks from 'openapi-react-query';
import { useSyncExternalStore } from 'react';
import { bearer, deviceId } from '../../api/session';
import { local, session } from '../../api/storage';

export type Schemas = components['schemas'];
export type DeskClient = Parameters<typeof createQueryHooks<paths>>[0];

// The token of this tab. Every page outside the desk removes it in its inline snippet (prerender/head-snippet.js), before
// scripts of other parties can read it there.

const key = 'desk';
const listeners = new Set<() => void>();

export const getDeskToken = () => session.getItem(key);

export function setDeskToken(token: string | null) {
  if (token) session.setItem(key, token);
  else session.removeItem(key);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDeskToken = () => useSyncExternalStore(subscribe, getDeskToken);

const seenKey = 'desk-seen';
/** Whether this browser has had a desk. */
export const hasHadDesk = () => local.getItem(seenKey) !== null;
export const rememberDesk = () => local.setItem(seenKey, '1');

/** Loads the page again without a desk: the role is gone. */
export function leaveDesk() {
  setDeskToken(null);
  local.removeItem(seenKey);
  window.location.replace('/desk');
}

const client = createClient({ baseUrl: '/api', token: getDeskToken });

client.use({
  onRequest({ schemaPath, request }) {
    if (schemaPath === '/desk/login') request.headers.set('Device-Id', deviceId());
  },
  /** Removes a token that the server refuses. A token stored since the call began stays, and so does one that needs the passkey. */
  onResponse({ request, response }) {
    const token = getDeskToken();
    if (response.headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication')) return;
    if (response.status === 401 && token && request.headers.get('Authorization') === bearer(token)) setDeskToken(null);
  },
});

/** The client with the types of the whole contract: the published one has no desk. */
export const deskClient = client as unknown as DeskClient;
