import { asProblem, type components } from '@novacore/client';
import { useQueryClient } from '@tanstack/react-query';
import { $api, configQuery, meQuery } from '../../api/queries';
import { bearer } from '../../api/session';
import { product } from '../../site/product';

export type Verification = components['schemas']['Verification'];
export type PayerOrder = components['schemas']['PayerOrder'];

/** The contract accepts no other amount. */
const amount = (product.amountPaise / 100) as components['schemas']['OrderRequest']['amount'];

/** The payment flow decides on these replies, so it never uses cached ones. */
const fresh = { staleTime: 0, retry: false };

const newestOrders = $api.queryOptions('get', '/user/orders', { params: { query: { limit: 50 } } }, fresh);

/** The operations of a payment as functions. They reject with a `Problem`. */
export function usePaymentApi() {
  const queryClient = useQueryClient();
  const createOrder = $api.useMutation('post', '/user/order').mutateAsync;
  const claimOrder = $api.useMutation('post', '/user/order/{id}/claim').mutateAsync;
  const checkOrder = $api.useMutation('post', '/user/order/{id}/check').mutateAsync;
  const verifyPayment = $api.useMutation('post', '/user/verify').mutateAsync;
  return {
    getConfig: () => queryClient.ensureQueryData(configQuery),
    getMe: () => queryClient.fetchQuery({ ...meQuery, ...fresh }),
    /** False if there is no answer. */
    isAccountDeleted: (token: string) =>
      queryClient
        .fetchQuery(
          $api.queryOptions('get', '/user/me', { headers: { Authorization: bearer(token) } }, { ...fresh, gcTime: 0 }),
        )
        .then(
          () => false,
          (thrown) => asProblem(thrown).code === 'account_deleted',
        ),
    /** Newest first. */
    listOrders: () => queryClient.fetchQuery(newestOrders),
    createOrder: () => createOrder({ body: { amount } }),
    claimOrder: (id: string) => claimOrder({ params: { path: { id } } }),
    /** The server asks Razorpay. */
    checkOrder: (id: string) => checkOrder({ params: { path: { id } } }),
    /** `keepalive` completes the request even if the tab is closed right after checkout. */
    verifyPayment: (body: Verification) => verifyPayment({ body, keepalive: true }),
  };
}

export type PaymentApi = ReturnType<typeof usePaymentApi>;

export const useGetOrder = (id: string) =>
  $api.useQuery('get', '/user/order/{id}', { params: { path: { id } } }, { staleTime: 0 });

/** Newest first. Reloads every 5 s while a payment is being captured. */
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
