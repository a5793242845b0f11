import { $api } from '../../api/client';

/** The one price there is. The contract takes no other amount. */
export const priceRupees = 150;

/** An order for the price, made without a token. Answers what checkout takes: id, amount in paise, currency. */
export function useCreateOrder() {
  const { mutateAsync } = $api.useMutation('post', '/user/order');
  return () => mutateAsync({ body: { amount: priceRupees } });
}
