import { formatPaise } from '@novacore/shared/formats';
import { type FormEvent, type KeyboardEvent as KeyPress, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Field } from '../../ui/field';
import { useFieldErrors } from '../../ui/field-errors';
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
  Time,
} from './desk-parts';
import { inWords, searchWords, stateOf, statusWords } from './desk-words';

type Row = Schemas['DeskOrderRow'];
/** The history keeps what was searched for, for the way back. The address does not: it names people. */
export type SearchState = { search?: string } | null;

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
  const search = (state as SearchState)?.search;
  return (
    <DeskPage title="Orders">
      <ProviderNotice old="The states of orders" />
      <Search text={search} />
      {search ? <Found key={key} text={search} /> : <List />}
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
    hint="Id of an order, payment, refund or dispute, receipt number, RRN, UTR or ARN, UPI address, email, last four digits of a card, or amount and date (150 2026-01-15)."
    text={text}
  />
);

function Found({ text }: { text: string }) {
  const query = $desk.useQuery('post', '/desk/orders/search', { body: { text } }, { staleTime: 0 });
  const navigate = useNavigate();
  const { data } = query;
  const exact = data?.isExact ? data.items[0]?.id : undefined;
  useEffect(() => {
    if (exact) navigate(`/desk/orders/${exact}`, { replace: true });
  }, [exact, navigate]);
  return (
    <Answer query={query}>
      {({ kind, items, hasMore }) => (
        <>
          <p role="status">
            {kind
              ? `Read as ${searchWords[kind]}: ${items.length === 1 ? '1 order' : `${items.length} orders`}.`
              : 'Orders cannot be found by this text. Check it for missing or extra characters.'}
            {hasMore && ' Only the newest are shown.'}
          </p>
          {kind && <OrderTable rows={items} caption="Orders found" none="No order has it." />}
        </>
      )}
    </Answer>
  );
}

const filters = { status: { label: 'Status', options: statusWords }, ...daysFilter };

function List() {
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/orders', { params: { query: Object.fromEntries(parameters) } });
  return (
    <>
      <Filters label="Filter orders" filters={filters} />
      <Answer query={query}>
        {({ items, nextCursor }) => (
          <>
            <OrderTable rows={items} caption="Orders, newest first" none="There is no such order." />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </>
  );
}
