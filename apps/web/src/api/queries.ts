import { createClient } from '@novacore/client';
import { createHooks, retryQuery } from '@novacore/client/react';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useToken } from './require-login';
import { bearer, clearToken, deviceId, getToken, onTokenChange } from './session';

/** Every failure is a `Problem`. */
export const api = createClient({ baseUrl: '/api', token: getToken });

/** Requests for which the server needs to know this browser. */
const knowsDevice =
  /^\/(auth\/(email\/verify|login|passkey|password|password\/reset)|user\/(me|email|delete|passkeys\/options|passkeys\/remove))$/;

api.use({
  onRequest({ schemaPath, request }) {
    if (knowsDevice.test(schemaPath)) request.headers.set('Device-Id', deviceId());
  },
  /** Drops a token that the server has refused. It keeps a newer one, and one that needs a passkey. */
  onResponse({ request, response }) {
    const token = getToken();
    if (response.headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication')) return;
    if (response.status === 401 && token && request.headers.get('Authorization') === bearer(token)) clearToken();
  },
});

export const $api = createHooks(api);

/** Requests are sent even if the browser believes it is offline. A real failure is then reported at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: retryQuery,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Public server settings: payment key ID, checkout script, identity provider. They are loaded once. */
export const configQuery = $api.queryOptions('get', '/config', {}, { staleTime: Number.POSITIVE_INFINITY });

export const useGetConfig = () => useQuery(configQuery);

/** The account that is logged in. `email` is null if the identity provider gave none. */
export const meQuery = $api.queryOptions('get', '/user/me', {});

export const useGetMe = () => useQuery({ ...meQuery, enabled: useToken() !== null });

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== configQuery.queryKey[1];

// The next user must not see cached replies. After a logout nothing is fetched again, because the server would
// refuse it. The build renders pages without a session.
function forgetReplies() {
  if (getToken() === null) queryClient.removeQueries({ predicate: isPersonal });
  else void queryClient.resetQueries({ predicate: isPersonal });
}
if (typeof window !== 'undefined') onTokenChange(forgetReplies);
