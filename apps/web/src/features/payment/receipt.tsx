import { asProblem, messageOf } from '@novacore/client';
import { receiptLines } from '@novacore/shared/formats';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useGetMe } from '../../api/queries';
import { operator } from '../../site/operator';
import { AppBrowserNote } from '../../ui/app-browser-note';
import { Loader, Logo } from '../../ui/brand';
import { extraMessages, orderMessage, paymentOf } from './order-messages';
import { type PayerOrder, useGetOrder } from './payment-api';

/** A printable receipt. Documents use Indian time everywhere. */
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

/** The stored receipt with payer and refunds, as in the emails, below the current state. */
function ReceiptSheet({ order }: { order: PayerOrder }) {
  const { data: me, isPending } = useGetMe();
  const { document } = order;
  if (!document) return <p>There is no receipt for this order. {orderMessage(order).text}</p>;
  if (isPending) return <Loader />;
  const { title: status } = orderMessage(order);
  const refunds = paymentOf(order)?.refunds.filter((refund) => refund.status !== 'failed');
  const lines: SheetProps['lines'] = [['Status', status], ...receiptLines(document, { email: me?.email, refunds })];
  return (
    <PrintableSheet lines={lines}>
      <p>This receipt confirms one payment. {document.seller.gstStatement}</p>
      <p>
        Refunds: <a href="/refund-policy">refund policy</a>. Questions: {operator.email}, {operator.phone}.
      </p>
      {extraMessages(order).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </PrintableSheet>
  );
}

type SheetProps = { lines: [name: string, value: string | null][]; children: ReactNode };

/** Lines without a value are left out. */
export const PrintableSheet = ({ lines, children }: SheetProps) => (
  <>
    <div className="receipt">
      <Logo />
      <dl>
        {lines
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className={name === 'Amount' ? 'receipt__amount' : undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </div>
    <button type="button" className="btn btn--solid no-print" onClick={() => window.print()}>
      Print
    </button>
    <AppBrowserNote>This app may not be able to print or save pages.</AppBrowserNote>
  </>
);
