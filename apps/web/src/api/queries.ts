import { createClient } from '@novacore/client';
import { createHooks, retryQuery } from '@novacore/client/react';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useToken } from './require-login';
import { bearer, clearToken, deviceId, getToken, onTokenChange } from './session';

/** The contract as a client. Every failure is a `Problem`. */
export const api = createClient({ baseUrl: '/api', token: getToken });

/** Logins, and what asks for the password. */
const knowsDevice =
  /^\/(auth\/(email\/verify|login|passkey|password|password\/reset)|user\/(me|email|delete|passkeys\/options|passkeys\/remove))$/;

api.use({
  onRequest({ schemaPath, request }) {
    if (knowsDevice.test(schemaPath)) request.headers.set('Device-Id', deviceId());
  },
  /** Drops a token that the server refuses. A newer token, stored since the call began, stays, and so does one that needs a passkey. */
  onResponse({ request, response }) {
    const token = getToken();
    if (response.headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication')) return;
    if (response.status === 401 && token && request.headers.get('Authorization') === bearer(token)) clearToken();
  },
});

/** The operations of the contract as TanStack Query hooks. */
export const $api = createHooks(api);

/** `networkMode`: a browser that believes it is offline gets an error at once instead of a page that waits for ever. */
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

/** Public settings of the server: payment key ID, checkout script, identity provider. They are loaded once. */
export const configQuery = $api.queryOptions('get', '/config', {}, { staleTime: Number.POSITIVE_INFINITY });

export const useGetConfig = () => useQuery(configQuery);

/** Who is signed in: ID, email address (null if the identity provider gave none), whether there is a password. */
export const meQuery = $api.queryOptions('get', '/user/me', {});

export const useGetMe = () => useQuery({ ...meQuery, enabled: useToken() !== null });

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== configQuery.queryKey[1];

// Replies to one person must not be shown to the next. After a log-out nothing is fetched again: the server would refuse
// it. The build, which renders the pages too, has no session.
function forgetReplies() {
  if (getToken() === null) queryClient.removeQueries({ predicate: isPersonal });
  else void queryClient.resetQueries({ predicate: isPersonal });
}
if (typeof window !== 'undefined') onTokenChange(forgetReplies);
