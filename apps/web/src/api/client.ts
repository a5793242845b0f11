import { createClient } from '@novacore/client';
import { bearer, clearToken, getToken } from './session';

/** The contract as a client. Every failure is a `Problem`. */
export const api = createClient({ baseUrl: '/api', token: getToken });

api.use({
  /** Drops a token that the server refuses. A newer token, stored since the call began, stays. */
  onResponse({ request, response }) {
    const token = getToken();
    if (response.status === 401 && token && request.headers.get('Authorization') === bearer(token)) clearToken();
  },
});
