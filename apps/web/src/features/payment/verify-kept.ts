import { verificationFinalCodeValues } from '../../api/contract.gen';
import { asProblem, type Problem, unreadable } from '../../api/problem';
import type { KeptOrder } from './kept-order';
import { isStillPayer, type Payer } from './payer';
import { type Verification, verifyPayment } from './payment-calls';
import type { PaymentEvent } from './payment-state';

type Telling = { tell: (event: PaymentEvent) => void };

const isFinal = ({ code }: Problem) => verificationFinalCodeValues.some((final) => final === code);

/** A failed payment leaves its order open for the next one; any other final answer ends it. */
function letGo(kept: KeptOrder, { code }: Problem, orderId: string) {
  if (code === 'payment_failed') kept.write({ orderId });
  else kept.forget();
}

/**
 * Verifies what checkout answered. The identifiers are let go of only once the answer is final, and never sent with
 * another person's token, to whom the answer would be a final no.
 */
export async function verifyKept({ tell }: Telling, payer: Payer, identifiers: Verification) {
  const { kept } = payer;
  tell({ type: 'verification-started', payerId: payer.id });
  try {
    if (!(await isStillPayer(payer))) return tell({ type: 'payer-gone' });
    const { message } = await verifyPayment(identifiers);
    // Success is a message. A reply without one is no answer that the contract knows.
    if (!message) return tell({ type: 'unverified', problem: { ...unreadable(), status: 400 }, final: false });
    kept.forget();
    tell({ type: 'verified' });
  } catch (thrown) {
    const problem = asProblem(thrown);
    const final = isFinal(problem);
    if (final) letGo(kept, problem, identifiers.razorpay_order_id);
    tell({ type: 'unverified', problem, final });
    if (problem.status === 401) tell({ type: 'signed-out' });
  }
}
