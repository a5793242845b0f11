import type { paths } from './contract.gen';
import { clearToken, getToken } from './session';

const path: keyof paths = '/auth/logout';

/**
 * Ends the session: the token leaves this browser at once, and `logOut` revokes it on the server.
 * A bare `fetch`, because every content page's navigation has this button and none of them carries the client.
 */
export function logOut() {
  const token = getToken();
  clearToken();
  if (!token) return;
  const headers = { Authorization: `Bearer ${token}` };
  // Nobody waits for the answer: where the call fails, the token still expires by itself.
  fetch(`/api${path}`, { method: 'POST', headers, keepalive: true }).catch(() => undefined);
}
