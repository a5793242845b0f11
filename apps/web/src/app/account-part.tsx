import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from '../api/query-client';
import { mountToaster } from '../ui/toaster';

/** What the pages that call the API stand in: the cache of its answers, and toasts. Loaded with the first of them. */
export default function AccountPart({ children }: { children: ReactNode }) {
  useEffect(mountToaster, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
