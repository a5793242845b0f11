import { asProblem, messageOf } from '@novacore/client';
import { formatIndianTime, formatPaise } from '@novacore/shared/formats';
import { Link } from 'react-router-dom';
import { Loader } from '../../ui/brand';
import { failureSentence } from '../../ui/failure-reasons';
import { paymentOf, refundExpectation } from './order-messages';
import { type PayerOrder, useGetOrder } from './payment-api';
import { PrintableSheet } from './receipt';

type Payment = PayerOrder['payments'][number];

/** A printable sheet for the payer's bank. Documents use Indian time everywhere. */
export function BankSheet({ orderId, paymentId }: { orderId: string; paymentId: string }) {
  const { data: order, error } = useGetOrder(orderId);
  const payment = order?.payments.find(({ id }) => id === paymentId);
  return (
    <>
      <Link className="more no-print" to="/account/payments">
        All payments
      </Link>
      <h1>For your bank</h1>
      {error && <p role="alert">{messageOf(asProblem(error))}</p>}
      {!order && !error && <Loader />}
      {order && !payment && <p>This order has no such payment.</p>}
      {order && payment && <Sheet order={order} payment={payment} />}
    </>
  );
}

const referenceNames: Record<string, string> = {
  rrn: 'RRN (retrieval reference number)',
  arn: 'ARN (acquirer reference number)',
  utr: 'UTR (unique transaction reference)',
  auth_code: 'Authorisation code',
  bank_transaction_id: 'Bank transaction ID',
  upi_transaction_id: 'UPI transaction ID',
};
const detailNames: Record<string, string> = {
  bank: 'Bank',
  wallet: 'Wallet',
  vpa: 'UPI address',
  flow: 'UPI flow',
  network: 'Card network',
  last4: 'Card ends with',
};

const outcomes: Record<Payment['status'], (payment: Payment) => string> = {
  created: () => 'Started. No money has reached us.',
  failed: ({ errorReason }) => `Failed. ${failureSentence(errorReason)} No money has reached us.`,
  authorized: () => 'Approved by the bank, but not collected yet.',
  captured: () => 'Received by us.',
  refunded: () => 'Received by us, and refunded in full.',
};

function refundLines({ refunds, method, currency }: Payment): [string, string | null][] {
  return refunds.flatMap((refund, at): [string, string | null][] => {
    const { status, amountPaise, createdAt, reference, id } = refund;
    const name = refunds.length > 1 ? `Refund ${at + 1}` : 'Refund';
    const state = { pending: 'on its way', processed: 'sent to the bank', failed: 'sent back by the bank' }[status];
    return [
      [name, `${formatPaise(amountPaise, currency)}, ${state}, requested on ${formatIndianTime(createdAt)}`],
      [`${name} reference`, reference ?? 'not known yet'],
      [`${name} at Razorpay`, id],
      [`${name} expected`, status === 'pending' ? refundExpectation(method, refund) : null],
    ];
  });
}

function linesOf(order: PayerOrder, payment: Payment): [string, string | null][] {
  const named = (values: Record<string, string>, names: Record<string, string>) =>
    Object.entries(values).map(([key, value]): [string, string] => [names[key] ?? key, value]);
  return [
    ['Amount', formatPaise(payment.amountPaise, payment.currency)],
    ['Fee included', payment.feePaise === null ? null : formatPaise(payment.feePaise, payment.currency)],
    ['Time', formatIndianTime(payment.createdAt)],
    ['Method', payment.method],
    ...named(payment.methodDetails, detailNames),
    ...named(payment.references, referenceNames),
    ['Payment at Razorpay', payment.id],
    ['Order at Razorpay', order.id],
    ['Receipt number', paymentOf(order)?.id === payment.id ? order.receiptNumber : null],
    ['What happened', outcomes[payment.status](payment)],
    ...refundLines(payment),
  ];
}

function advice({ status, refunds }: Payment): string {
  if (refunds.some((refund) => refund.status !== 'failed'))
    return 'Ask your bank to look for the refund by its reference. The merchant has sent it; only the bank can see where it is.';
  if (status === 'failed' || status === 'created')
    return 'If your account was debited, say: “The payment failed at the merchant and my account was debited. Please reverse it.” Quote the payment ID and the references.';
  return 'Give your bank the references above. They identify the payment on both sides.';
}

const Sheet = ({ order, payment }: { order: PayerOrder; payment: Payment }) => (
  <PrintableSheet lines={linesOf(order, payment)}>
    <h2 className="h3">What to tell your bank</h2>
    <p>{advice(payment)}</p>
    <FailedTransactionRule />
  </PrintableSheet>
);

const FailedTransactionRule = () => (
  <>
    <h2 className="h3">The Reserve Bank’s rule</h2>
    <p>
      If your account was debited and the confirmation did not reach us, the debit must be reversed automatically within
      five calendar days after the day of payment (T + 5). This holds for UPI payments to merchants and for cards used
      online. After that, you are owed ₹100 for each day of delay, without having to claim it. If you do not receive it,
      you can complain to the Reserve Bank’s ombudsman.
    </p>
    <p className="caption">
      Source: RBI circular DPSS.CO.PD No.629/02.01.014/2019-20 of 20 September 2019, “Harmonisation of Turn Around Time
      (TAT) and customer compensation for failed transactions using authorised Payment Systems”, annex, rows 2 c and 4
      b. It covers domestic payments that failed for a reason that is not the customer’s. It does not name net banking,
      and it does not cover refunds of payments that succeeded.
    </p>
  </>
);
