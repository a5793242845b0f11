import { QueryClient } from '@tanstack/react-query';
import { asProblem } from './problem';
import { onTokenChange } from './session';

const isPassing = (thrown: unknown) => asProblem(thrown).status >= 500;

/** Asks even when the browser believes to be offline: better an error now than a page that waits for ever. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', staleTime: 30_000, retry: (count, thrown) => count < 2 && isPassing(thrown) },
    mutations: { networkMode: 'always' },
  },
});

/** What one person was told is not for the next. */
if (typeof window !== 'undefined') onTokenChange(() => void queryClient.resetQueries());
