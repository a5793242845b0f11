import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryClient } from './query-client';

/** A page that calls the API through hooks: with the cache of its answers, which the next such page shares. */
export const withQueries = (Page: ComponentType) => () => (
  <QueryClientProvider client={queryClient}>
    <Page />
  </QueryClientProvider>
);
