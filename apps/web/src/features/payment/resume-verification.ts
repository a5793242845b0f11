import { asProblem, type Problem, unreadable, verificationFinalCodeValues } from '@novacore/client';
import { getToken } from '../../api/session';
import type { PaymentApi, Verification } from './payment-api';
import type { PaymentEvent } from './payment-state';
import type { PendingPaymentRecord } from './pending-payment';

/** The payer, their pending payment, and the token that loaded them. */
export type Payer = { id: string; email: string | null; token: string | null; pending: PendingPaymentRecord };

type Context = { api: PaymentApi; dispatch: (event: PaymentEvent) => void };

/**
 * Whether the payer is still logged in. We trust an unchanged token without a request, so that a tab closed right after
 * checkout has sent its verification. Another token may belong to the same payer. Without a token, the server decides.
 */
async function isStillPayer(api: PaymentApi, payer: Payer): Promise<boolean> {
  const token = getToken();
  if (token === null || token === payer.token) return true;
  const { id } = await api.getMe();
  return getToken() === token && id === payer.id;
}

/** Whether the account was deleted in another tab, which removes the token in all tabs. */
const isDeleted = async (api: PaymentApi, { token }: Payer) =>
  token !== null && token !== getToken() && api.isAccountDeleted(token);

/** A bank may still approve a failed payment. The server learns of it, so the payer need not wait. */
const isFinal = ({ code }: Problem) =>
  code === 'payment_failed' || verificationFinalCodeValues.some((final) => final === code);

/** After a failed payment the order can still be paid. Any other final answer ends it. */
function clearIdentifiers(pending: PendingPaymentRecord, { code }: Problem, orderId: string) {
  if (code === 'payment_failed') pending.write({ orderId });
  else pending.clear();
}

/**
 * Verifies identifiers right after checkout or on a later visit. They stay until the answer is final. Another user's
 * token never carries them, because the server would refuse them for good.
 */
export async function resumeVerification({ api, dispatch }: Context, payer: Payer, identifiers: Verification) {
  dispatch({ type: 'verification-started', payerId: payer.id });
  const giveUp = () => {
    payer.pending.clear();
    dispatch({ type: 'account-deleted', paymentId: identifiers.razorpay_payment_id });
  };
  try {
    if (await isDeleted(api, payer)) return giveUp();
    if (!(await isStillPayer(api, payer))) return dispatch({ type: 'payer-changed' });
    const { message, amountPaise } = await api.verifyPayment(identifiers);
    // A reply without a message is not a success.
    if (!message) return dispatch({ type: 'unverified', problem: { ...unreadable(), status: 400 }, final: false });
    payer.pending.clear();
    dispatch({ type: 'verified', orderId: identifiers.razorpay_order_id, amountPaise });
  } catch (thrown) {
    const problem = asProblem(thrown);
    if (problem.code === 'account_deleted') return giveUp();
    const final = isFinal(problem);
    if (final) clearIdentifiers(payer.pending, problem, identifiers.razorpay_order_id);
    dispatch({ type: 'unverified', problem, final });
    if (problem.status === 401) dispatch({ type: 'signed-out' });
  }
}
