import { Icon } from '../../ui/icon';
import { formatPaise, formatTime } from './money';
import { moreWords, nextWords, orderWords, paymentOf } from './order-words';
import type { PayerOrder } from './payment-calls';

/** One order: its state in plain words, what happens next, and its receipt. */
export function OrderRow({ order }: { order: PayerOrder }) {
  const { state, where, tone } = orderWords(order);
  return (
    <li className="order">
      <div className="order__head">
        <h2 className={tone}>
          {tone !== 'open' && <Icon name={tone === 'good' ? 'check' : 'alert'} className="icon--small" />}
          {state}
        </h2>
        <p className="order__amount">{formatPaise(order.amountPaise, order.currency)}</p>
      </div>
      <div className="stack">
        {[where, ...moreWords(order), nextWords(order)].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="caption">
          Ordered on {formatTime(order.createdAt)}, order {order.id}
        </p>
        <OrderLinks order={order} />
      </div>
    </li>
  );
}

function OrderLinks({ order }: { order: PayerOrder }) {
  if (paymentOf(order))
    return (
      <a className="more" href={`/account/payments?receipt=${order.id}`}>
        Receipt <span className="visually-hidden">for order {order.id}</span>
        <Icon name="arrow" className="icon--small" />
      </a>
    );
  if (order.status !== 'CREATED') return null;
  return (
    <a className="more" href="/payment">
      Go to payment
      <Icon name="arrow" className="icon--small" />
    </a>
  );
}
