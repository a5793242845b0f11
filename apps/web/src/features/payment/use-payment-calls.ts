import { useQueryClient } from '@tanstack/react-query';
import { $api } from '../../api/client';
import type { components } from '../../api/contract.gen';
import { configQuery } from '../../api/use-get-config';
import { useCreateOrder } from './use-create-order';

export type Verification = components['schemas']['Verification'];
export type PayerOrder = components['schemas']['PayerOrder'];
export type PaymentCalls = ReturnType<typeof usePaymentCalls>;

/** Asked anew each time: another tab may have logged somebody else in. */
const meQuery = $api.queryOptions('get', '/user/me', {}, { retry: false, staleTime: 0 });
const ordersQuery = $api.queryOptions(
  'get',
  '/user/orders',
  { params: { query: { limit: 50 } } },
  { retry: false, staleTime: 0 },
);

/** Every call that a payment makes. Each answers within the client's deadline or throws a `Problem`. */
export function usePaymentCalls() {
  const queryClient = useQueryClient();
  const createOrder = useCreateOrder();
  const claimOrder = $api.useMutation('post', '/user/order/{id}/claim').mutateAsync;
  const verifyPayment = $api.useMutation('post', '/user/verify').mutateAsync;
  return {
    getConfig: () => queryClient.fetchQuery({ ...configQuery, retry: false }),
    getMe: () => queryClient.fetchQuery(meQuery),
    listOrders: () => queryClient.fetchQuery(ordersQuery),
    createOrder,
    claimOrder: (id: string) => claimOrder({ params: { path: { id } } }),
    /** `keepalive`: a tab closed right after checkout still gets its verification through. */
    verifyPayment: (body: Verification) => verifyPayment({ body, keepalive: true }),
  };
}
