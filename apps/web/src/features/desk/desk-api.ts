import { retryQuery } from '@novacore/client/react';
import { QueryClient } from '@tanstack/react-query';
import createQueryHooks from 'openapi-react-query';
import { useSyncExternalStore } from 'react';
import { type DeskClient, deskClient, leaveDesk } from './desk-client';

/** A call that waits for the passkey. An action is of the page that began it. */
interface Waiting {
  end: (isConfirmed: boolean) => void;
  isAction: boolean;
}

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the dialog that asks for the passkey, once for all calls that wait. @returns whether it was confirmed */
export const askForPasskey = (isAction = false) =>
  new Promise<boolean>((end) => {
    waiting = [...waiting, { end, isAction }];
    notify();
  });

export function endAsking(isConfirmed: boolean, answered = waiting) {
  waiting = waiting.filter((each) => !answered.includes(each));
  notify();
  for (const { end } of answered) end(isConfirmed);
}

/** Call when the page is left: what was begun on it is not done after it. What is only read goes on. */
export const endActions = () =>
  endAsking(
    false,
    waiting.filter(({ isAction }) => isAction),
  );

export const useIsAsking = () => useSyncExternalStore(subscribe, () => waiting.length > 0);

type Result = { response: Response; error?: { code?: string } };
type Call = (...args: unknown[]) => Promise<Result>;

/**
 * The client of a desk that stays open. A call that needs the passkey, or whose token has expired, waits for the passkey
 * and is repeated: what was typed stays on the page.
 */
function withPasskeyRetry(client: DeskClient) {
  const calls = client as unknown as Record<string, Call>;
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => {
    const call = calls[method] as Call;
    const isAction = method !== 'GET';
    const repeated: Call = async (...args) => {
      const { pathname } = window.location;
      const result = await call(...args);
      if (result.error?.code === 'not_found') leaveDesk();
      const isLeft = isAction && pathname !== window.location.pathname;
      return result.response.status === 401 && !isLeft && (await askForPasskey(isAction)) ? call(...args) : result;
    };
    return [method, repeated];
  });
  return Object.fromEntries(methods) as DeskClient;
}

/** The operations of the desk as TanStack Query hooks. */
export const $desk = createQueryHooks(withPasskeyRetry(deskClient));

/** Not the site's client: a new token of the same person forgets nothing here. */
export const deskQueries = new QueryClient({
  defaultOptions: {
    // Each read is in the audit log: a return to the tab reads nothing again.
    queries: { networkMode: 'always', staleTime: 10_000, retry: retryQuery, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
});

/** Loaded once: it lists the operations that the person may use. The server checks each call again. */
export const accessQuery = $desk.queryOptions('get', '/desk/access', {}, { staleTime: Number.POSITIVE_INFINITY });

/** Reads everything again that is on the page. */
export const readAll = () =>
  deskQueries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== accessQuery.queryKey[1] });

export const orderQuery = (id: string) => $desk.queryOptions('get', '/desk/orders/{id}', { params: { path: { id } } });
