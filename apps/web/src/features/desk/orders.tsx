import { formatPaise } from '@novacore/shared/formats';
import { type FormEvent, type KeyboardEvent as KeyPress, useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Field } from '../../ui/field';
import { useFieldErrors } from '../../ui/field-errors';
import { saveFile } from '../../ui/save-file';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import {
  Answer,
  type Columns,
  DeskPage,
  DeskTable,
  daysFilter,
  Filters,
  Pages,
  ProviderNotice,
  Section,
  Time,
} from './desk-parts';
import { inWords, readAs, stateOf, statusWords } from './desk-words';
import { Action, ActionProblem, useAction } from './reason-form';

type Row = Schemas['DeskOrderRow'];
/** The history keeps what was searched for, for the way back. The address does not: it names people. */
export type SearchState = { search?: string; cursor?: string } | null;

const columns: Columns<Row> = {
  Order: ({ id }) => <Link to={`/desk/orders/${id}`}>{id}</Link>,
  'Created (IST)': ({ createdAt }) => <Time at={createdAt} />,
  State: stateOf,
  Amount: ({ amountPaise, currency }) => formatPaise(amountPaise, currency),
  Payer: ({ ownerEmail }) => ownerEmail ?? 'None',
  Method: ({ method, attempts }) => (method ? `${inWords(method)}, attempts: ${attempts}` : 'None'),
  Receipt: ({ receiptNumber }) => receiptNumber ?? 'None',
};

/** @param without a column that says nothing here */
export function OrderTable({
  without = '',
  ...table
}: {
  rows: Row[];
  caption: string;
  none: string;
  without?: string;
}) {
  const { [without]: _, ...shown } = columns;
  return <DeskTable {...table} columns={shown} numeric={['Amount']} />;
}

/** All orders, or those that fit what a payer or a bank quotes. */
export function Orders() {
  const { key, state } = useLocation();
  const { search, cursor } = (state as SearchState) ?? {};
  return (
    <DeskPage title="Orders">
      <ProviderNotice old="The states of orders" />
      <Search text={search} />
      {search ? <Found key={key} text={search} cursor={cursor} /> : <List />}
    </DeskPage>
  );
}

/** `/` leads to the field, unless something is being typed. */
function onSlash(event: KeyboardEvent) {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.getElementById('search')?.focus();
}

/** From the field, the arrow down leads to the first row. */
function onArrow(event: KeyPress) {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  document.querySelector<HTMLElement>('.desk-table tbody th a')?.focus();
}

export function SearchForm({ label, hint, text = '' }: { label: string; hint: string; text?: string }) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { check, errors, forget } = useFieldErrors();
  useEffect(() => {
    document.addEventListener('keydown', onSlash);
    return () => document.removeEventListener('keydown', onSlash);
  }, []);
  // On the way back through the history, without taking the focus from the field.
  useEffect(() => {
    const field = form.current?.querySelector('input');
    if (field) field.value = text;
  }, [text]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget)) return;
    const search = String(new FormData(event.currentTarget).get('search')).trim();
    navigate('', { state: { search }, replace: search === text });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is newer than the oldest supported browsers
    <form ref={form} role="search" className="form desk-search" noValidate onSubmit={onSubmit} onInput={forget}>
      <Field
        {...{ label, hint, error: errors.search, name: 'search', maxLength: 500, autoComplete: 'off' }}
        spellCheck={false}
        onKeyDown={onArrow}
        aria-keyshortcuts="/"
      />
      <button type="submit" className="btn btn--solid">
        Search
      </button>
      {text && (
        <Link className="btn" to="">
          Show all
        </Link>
      )}
    </form>
  );
}

const Search = ({ text }: { text?: string }) => (
  <SearchForm
    label="Search"
    hint="Any Razorpay id, receipt number, RRN, UTR or ARN, UPI address, email, last four digits of a card, amount, day, or both (150 today)."
    text={text}
  />
);

function Found({ text, cursor }: { text: string; cursor?: string }) {
  const query = $desk.useQuery('post', '/desk/orders/search', { body: { text, cursor } }, { staleTime: 0 });
  const navigate = useNavigate();
  const { data } = query;
  const place =
    data?.settlementId && (data.kind === 'settlement' || !data.items.length)
      ? `/desk/settlements/${data.settlementId}`
      : data?.isExact && `/desk/orders/${data.items[0]?.id}`;
  useEffect(() => {
    if (place) navigate(place, { replace: true });
  }, [place, navigate]);
  return <Answer query={query}>{(found) => <Results found={found} search={text} isFirst={!cursor} />}</Answer>;
}

const askable = ['order', 'payment', 'refund', 'dispute'];

function Results({ found, search, isFirst }: { found: Schemas['DeskOrderSearch']; search: string; isFirst: boolean }) {
  const { kind, text, items, nextCursor, settlementId } = found;
  if (!kind) return <p role="status">Orders cannot be found by this text. Check it for missing or extra characters.</p>;
  const { words, value, hint } = readAs(found);
  const count = `${items.length}${nextCursor ? ' or more' : ''} order${items.length === 1 ? '' : 's'}`;
  const state = (cursor: string | null): SearchState => ({ search, ...(cursor && { cursor }) });
  return (
    <>
      <p role="status">
        {words}: {count}.{hint}
      </p>
      <p className="muted">Searched for: {value}</p>
      {settlementId && (
        <p>
          It is a settlement: <Link to={`/desk/settlements/${settlementId}`}>{settlementId}</Link>
        </p>
      )}
      {isFirst && !items.length && text && askable.includes(kind) && <AskRazorpay id={text} />}
      {items.length > 0 && <OrderTable rows={items} caption="Orders found" none="" />}
      {(nextCursor || !isFirst) && (
        <Pages nextCursor={nextCursor} at={(cursor) => ({ to: '', state: state(cursor) })} />
      )}
    </>
  );
}

const answers: Record<Schemas['DeskAnswer']['result'], string> = {
  known: 'It belongs to an order of ours.',
  adopted: 'The order is added.',
  missing: 'Razorpay has this order with our receipt, and our database lacks it.',
  not_ours: 'Razorpay knows it, but it belongs to no order of ours.',
  unknown: 'Razorpay does not know it either. Ask the payer for the id in the bank’s or Razorpay’s message.',
};

/** For an id that we do not know. */
function AskRazorpay({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data, mutateAsync } = $desk.useMutation('post', '/desk/orders/ask');
  const ask = async (adopt: boolean) => {
    const { result, orderId } = await mutateAsync({ body: { id, adopt } });
    if (!orderId) return;
    toast.success(answers[result]);
    navigate(`/desk/orders/${orderId}`, { replace: true });
  };
  const isMissing = data?.result === 'missing';
  return (
    <Section title="We do not know it">
      {data && <p role="status">{answers[data.result]}</p>}
      {(!data || isMissing) && (
        <Action
          key={String(isMissing)}
          text={isMissing ? 'Add the order with its payments.' : `Ask Razorpay which order ${id} belongs to.`}
          button={isMissing ? 'Add the order' : 'Ask Razorpay about it'}
          work={() => ask(isMissing)}
        />
      )}
    </Section>
  );
}

const filters = {
  status: { label: 'Status', options: statusWords },
  show: {
    label: 'Only',
    options: {
      refunded_in_part: 'Refunded in part',
      refund_failed: 'Refund failed',
      disputed: 'Disputed',
      differs: 'Differs',
    },
  },
  ...daysFilter,
};

const sumOf = ({ orders, isMore, amountPaise }: Schemas['DeskOrderPage']['total']) =>
  isMore || amountPaise === null
    ? 'More than 10,000 orders.'
    : `${orders} order${orders === 1 ? '' : 's'}, ${formatPaise(amountPaise)}.`;

function Download({ filter, isMore }: { filter: Record<string, string>; isMore: boolean }) {
  const { mutateAsync } = $desk.useMutation('get', '/desk/orders.csv');
  const { cursor: _, ...query } = filter;
  const { run, pending, problem } = useAction(async () =>
    saveFile('orders.csv', await mutateAsync({ params: { query }, parseAs: 'blob' }), 'text/csv'),
  );
  return (
    <>
      <ActionProblem text={problem} />
      <button type="button" className="btn btn--small" aria-disabled={pending} onClick={() => run()}>
        {isMore ? 'Download the newest 10,000 (CSV)' : 'Download as CSV'}
      </button>
    </>
  );
}

function List() {
  const [parameters] = useSearchParams();
  const filter = Object.fromEntries(parameters);
  const query = $desk.useQuery('get', '/desk/orders', { params: { query: filter } });
  return (
    <>
      <Filters label="Filter orders" filters={filters} />
      <Answer query={query}>
        {({ items, nextCursor, total }) => (
          <>
            <div className="row">
              <p>{sumOf(total)}</p>
              {total.orders > 0 && <Download filter={filter} isMore={total.isMore} />}
            </div>
            <OrderTable rows={items} caption="Orders, newest first" none="There is no such order." />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </>
  );
}
