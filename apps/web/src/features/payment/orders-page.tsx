import { asProblem, messageOf } from '@novacore/client';
import { formatPaise, formatTime, readersZone } from '@novacore/shared/formats';
import { Link, useSearchParams } from 'react-router-dom';
import { useRequireLogin } from '../../api/require-login';
import { Loader } from '../../ui/brand';
import { ChangingText } from '../../ui/changing-text';
import { Icon } from '../../ui/icon';
import { BankSheet } from './bank-sheet';
import { extraMessages, nextCheckMessage, orderMessage, paymentOf } from './order-messages';
import { type PayerOrder, useListOrders } from './payment-api';
import { Receipt } from './receipt';
import { UnconfirmedNote } from './unconfirmed-note';

/**
 * Lists the payer's orders. `?receipt=<order>` shows a receipt, `?sheet=<payment>&order=<order>` a sheet for the bank.
 */
export default function OrdersPage() {
  const [parameters] = useSearchParams();
  const receipt = parameters.get('receipt');
  if (!useRequireLogin()) return null;
  return (
    <section className="wrap payments">
      <Content receipt={receipt} sheet={parameters.get('sheet')} order={parameters.get('order')} />
    </section>
  );
}

function Content({ receipt, sheet, order }: Record<'receipt' | 'sheet' | 'order', string | null>) {
  if (sheet && order) return <BankSheet orderId={order} paymentId={sheet} />;
  return receipt ? <Receipt orderId={receipt} /> : <Orders />;
}

function Orders() {
  return (
    <>
      <h1>Payments</h1>
      <p className="lead">Your orders, newest first: the status of each, and what happens next.</p>
      <p className="caption">Times are in your time zone, {readersZone()}.</p>
      <OrderList />
      <UnconfirmedNote />
    </>
  );
}

function OrderList() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useListOrders();
  const orders = data?.pages.flatMap(({ items }) => items);
  if (!orders) return error ? <LoadingFailed message={messageOf(asProblem(error))} retry={refetch} /> : <Loader />;
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <ul className="orders">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="btn" aria-disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </button>
      )}
      {error && <LoadingFailed message={messageOf(asProblem(error))} retry={refetch} />}
    </>
  );
}

const outcomes: Record<PayerOrder['payments'][number]['status'], string> = {
  created: 'started',
  authorized: 'approved',
  captured: 'paid',
  refunded: 'refunded',
  failed: 'failed',
};

function OrderRow({ order }: { order: PayerOrder }) {
  const { title, text, tone } = orderMessage(order);
  const failed = order.payments.filter(({ status }) => status === 'failed');
  return (
    <li className="order">
      <div className="order__head">
        <h2 className={tone}>
          {tone !== 'open' && <Icon name={tone === 'good' ? 'check' : 'alert'} className="icon--small" />}
          <ChangingText>{title}</ChangingText>
        </h2>
        <p className="order__amount">{formatPaise(order.amountPaise, order.currency)}</p>
      </div>
      <div className="stack">
        {[text, ...extraMessages(order), nextCheckMessage(order)].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="caption">
          Ordered on {formatTime(order.createdAt)}, order {order.id}
        </p>
        <OrderLink order={order} />
        <BankLinks order={order} payments={order.payments.filter(({ status }) => status !== 'failed')} />
        {failed.length > 0 && (
          <details>
            <summary>{failed.length === 1 ? '1 failed attempt' : `${failed.length} failed attempts`}</summary>
            <BankLinks order={order} payments={failed} />
          </details>
        )}
      </div>
    </li>
  );
}

const BankLinks = ({ order, payments }: { order: PayerOrder; payments: PayerOrder['payments'] }) =>
  payments.map((payment) => (
    <Link key={payment.id} className="order__bank" to={`/account/payments?sheet=${payment.id}&order=${order.id}`}>
      Details for your bank
      {order.payments.length > 1 && `: ${outcomes[payment.status]}, ${formatTime(payment.createdAt)}`}{' '}
      <span className="visually-hidden">about payment {payment.id}</span>
    </Link>
  ));

function OrderLink({ order }: { order: PayerOrder }) {
  if (paymentOf(order))
    return (
      <Link className="more" to={`/account/payments?receipt=${order.id}`}>
        Receipt <span className="visually-hidden">for order {order.id}</span>
        <Icon name="arrow" className="icon--small" />
      </Link>
    );
  if (order.status !== 'CREATED') return null;
  return (
    <Link className="more" to="/payment">
      Go to payment
      <Icon name="arrow" className="icon--small" />
    </Link>
  );
}

const NoOrders = () => (
  <p>
    You have not paid anything yet. <Link to="/payment">Make a payment</Link>
  </p>
);

function LoadingFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <div role="alert" className="stack">
      <p>We could not load your payments. Your money is safe. {message}</p>
      <button type="button" className="btn" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
