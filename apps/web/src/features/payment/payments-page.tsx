import { useSearchParams } from 'react-router';
import { asProblem, wordsOf } from '../../api/problem';
import { useSignedIn } from '../../api/use-signed-in';
import { withQueries } from '../../api/with-queries';
import { Loader } from '../../ui/loader';
import { OrderRow } from './order-row';
import { Receipt } from './receipt';
import { useListOrders } from './use-list-orders';

/** Where is my money? Every order of the person signed in; `?receipt=<order>` shows the receipt of one. */
function PaymentsPage() {
  const [parameters] = useSearchParams();
  const receipt = parameters.get('receipt');
  if (!useSignedIn()) return null;
  return <section className="wrap payments">{receipt ? <Receipt orderId={receipt} /> : <Orders />}</section>;
}

export default withQueries(PaymentsPage);

function Orders() {
  return (
    <>
      <h1>Where is my money?</h1>
      <p className="lead">Each of your orders, the newest first: what became of it, and what happens next.</p>
      <OrderList />
    </>
  );
}

function OrderList() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useListOrders();
  const orders = data?.pages.flatMap(({ items }) => items);
  if (!orders) return error ? <LookUpFailed words={wordsOf(asProblem(error))} retry={refetch} /> : <Loader />;
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
      {error && <LookUpFailed words={wordsOf(asProblem(error))} retry={refetch} />}
    </>
  );
}

const NoOrders = () => (
  <p>
    You have not ordered anything yet. <a href="/payment">Make a payment</a>
  </p>
);

function LookUpFailed({ words, retry }: { words: string; retry: () => void }) {
  return (
    <div role="alert" className="stack">
      <p>{words} Your money is where it was: this page only could not look.</p>
      <button type="button" className="btn" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
