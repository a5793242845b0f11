import { $api } from '../../api/query-hooks';

/** The orders of the person signed in, newest first, a page at a time; again every 5 s while one is being captured. */
export const useListOrders = () =>
  $api.useInfiniteQuery(
    'get',
    '/user/orders',
    { params: { query: { limit: 20 } } },
    {
      initialPageParam: null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'AUTHORIZED')) && 5_000,
    },
  );
