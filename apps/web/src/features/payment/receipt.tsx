import { asProblem, messageOf } from '@novacore/client';
import { receiptLines } from '@novacore/shared/formats';
import { Link } from 'react-router-dom';
import { useGetMe } from '../../api/queries';
import { operator } from '../../site/operator';
import { AppBrowserNote } from '../../ui/app-browser-note';
import { Loader, Logo } from '../../ui/brand';
import { extraMessages, orderMessage, paymentOf } from './order-messages';
import { type PayerOrder, useGetOrder } from './payment-api';

/** The receipt of one order, to print. Documents have Indian time, wherever they are read. */
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

/** The facts of the mails, and the present state after the amount. */
function linesOf(order: PayerOrder, email?: string | null): [string, string][] {
  const payment = paymentOf(order);
  const refunds = payment?.refunds.filter(({ status }) => status !== 'failed');
  const paid = { method: payment?.method, methodDetails: payment?.methodDetails, refunds };
  const facts = { ...order, ...paid, orderId: order.id, paymentId: payment?.id, operator, email };
  return receiptLines(facts).flatMap(([name, value]): [string, string][] =>
    name === 'Amount'
      ? [
          [name, value],
          ['Status', orderMessage(order).title],
        ]
      : [[name, value]],
  );
}

function ReceiptSheet({ order }: { order: PayerOrder }) {
  const { data: me, isPending } = useGetMe();
  if (!paymentOf(order)) return <p>Nothing has been paid on this order, so there is no receipt for it yet.</p>;
  if (isPending) return <Loader />;
  const lines = linesOf(order, me?.email);
  return (
    <>
      <div className="receipt">
        <Logo />
        <dl>
          {lines.map(([name, value]) => (
            <div key={name} className={name === 'Amount' ? 'receipt__amount' : undefined}>
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
      <AppBrowserNote>This app may not be able to print or save pages.</AppBrowserNote>
    </>
  );
}
