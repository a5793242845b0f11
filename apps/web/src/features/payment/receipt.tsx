import { asProblem, messageOf } from '@novacore/client';
import { Link } from 'react-router-dom';
import { formatPaise, formatTime } from '../../../../../packages/formats/formats.mjs';
import { useGetMe } from '../../api/queries';
import { operator } from '../../site/operator';
import { Loader, Logo } from '../../ui/brand';
import { extraMessages, orderMessage, paymentOf } from './order-messages';
import { type PayerOrder, useGetOrder } from './payment-api';

/** The receipt of one order, to print. */
export function Receipt({ orderId }: { orderId: string }) {
  const { data: order, error } = useGetOrder(orderId);
  return (
    <>
      <Link className="more no-print" to="/account/payments">
        All payments
      </Link>
      <h1>Receipt</h1>
      {error && <p role="alert">{messageOf(asProblem(error))}</p>}
      {order ? <ReceiptSheet order={order} /> : !error && <Loader />}
    </>
  );
}

const methodNames: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  paylater: 'Pay later',
};

function linesOf(order: PayerOrder, email?: string | null): [string, string | null | undefined][] {
  const payment = paymentOf(order);
  const refund = payment?.refunds.at(-1);
  return [
    ['Received by', operator.legalName],
    ['Address', operator.registeredAddress],
    ['GSTIN', operator.gstin],
    ['Received from', email],
    ['For', operator.paymentPurpose],
    ['Amount', formatPaise(order.amountPaise, order.currency)],
    ['Status', orderMessage(order).title],
    ['Paid on', order.paidAt && formatTime(order.paidAt)],
    ['Paid by', payment?.method && (methodNames[payment.method] ?? payment.method)],
    ['Refund', refund && formatPaise(refund.amountPaise, order.currency)],
    ['Refund reference', refund?.reference ?? refund?.id],
    ['Receipt number', order.receiptNumber],
    ['Our order number', order.receipt],
    ['Order at Razorpay', order.id],
    ['Payment at Razorpay', payment?.id],
  ];
}

function ReceiptSheet({ order }: { order: PayerOrder }) {
  const { data: me, isPending } = useGetMe();
  if (!paymentOf(order)) return <p>Nothing has been paid on this order, so there is no receipt for it yet.</p>;
  if (isPending) return <Loader />;
  const lines = linesOf(order, me?.email).filter(([, value]) => value);
  return (
    <>
      <div className="receipt">
        <Logo />
        <dl>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>This receipt confirms one payment. {operator.gstStatement}</p>
        <p>
          Refunds: <a href="/refund-policy">refund policy</a>. Questions: {operator.email}, {operator.phone}.
        </p>
        {extraMessages(order).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" className="btn btn--solid no-print" onClick={() => window.print()}>
        Print
      </button>
    </>
  );
}
