import { asProblem, wordsOf } from '../../api/problem';
import { useGetMe } from '../../api/use-get-me';
import { Loader } from '../../ui/loader';
import { Logo } from '../../ui/logo';
import { formatPaise, formatTime } from './money';
import { moreWords, orderWords, paymentOf } from './order-words';
import type { PayerOrder } from './payment-calls';
import { useGetOrder } from './use-get-order';

/** The receipt of one order, to print or to keep. */
export function Receipt({ orderId }: { orderId: string }) {
  const { data: order, error } = useGetOrder(orderId);
  return (
    <>
      <a className="more no-print" href="/account/payments">
        All payments
      </a>
      <h1>Receipt</h1>
      {error && <p role="alert">{wordsOf(asProblem(error))}</p>}
      {order ? <ReceiptSheet order={order} /> : !error && <Loader />}
    </>
  );
}

/** What stands on it, line by line. */
function linesOf(order: PayerOrder, email?: string | null): [string, string | null | undefined][] {
  const payment = paymentOf(order);
  return [
    ['Received from', email],
    ['Amount', formatPaise(order.amountPaise, order.currency)],
    ['State', orderWords(order).state],
    ['Paid on', order.paidAt && formatTime(order.paidAt)],
    ['Paid by', payment?.method],
    ['Receipt number', order.receipt],
    ['Order', order.id],
    ['Payment', payment?.id],
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
        {moreWords(order).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" className="btn btn--solid no-print" onClick={() => window.print()}>
        Print
      </button>
    </>
  );
}
