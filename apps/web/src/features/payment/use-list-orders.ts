import { $api } from '../../api/client';

/** The orders of the person signed in, newest first, a page at a time. */
export const useListOrders = () =>
  $api.useInfiniteQuery(
    'get',
    '/user/orders',
    { params: { query: { limit: 20 } } },
    { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
