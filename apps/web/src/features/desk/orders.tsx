import { type FormEvent, type KeyboardEvent as KeyPress, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { formatPaise } from '../../../../../packages/formats/formats.mjs';
import { Field } from '../../ui/field';
import { useFieldErrors } from '../../ui/field-errors';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Filters, Pages, ProviderNotice, Time } from './desk-parts';
import { inWords, searchWords, stateOf, statusWords } from './desk-words';

type Row = Schemas['DeskOrderRow'];
/** What was searched for stands in the history, for the way back, and not in the address: it names people. */
type SearchState = { search?: string } | null;

const columns: Column<Row>[] = [
  { label: 'Order', cell: ({ id }) => <Link to={`/desk/orders/${id}`}>{id}</Link> },
  { label: 'Created (IST)', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { label: 'State', cell: stateOf },
  { label: 'Amount', cell: ({ amountPaise, currency }) => formatPaise(amountPaise, currency), numeric: true },
  { label: 'Payer', cell: ({ ownerEmail }) => ownerEmail ?? 'None' },
  { label: 'Method', cell: ({ method, attempts }) => (method ? `${inWords(method)}, attempts: ${attempts}` : 'None') },
  { label: 'Receipt', cell: ({ receiptNumber }) => receiptNumber ?? 'None' },
];

export const OrderTable = ({ rows, caption, none }: { rows: Row[]; caption: string; none: string }) => (
  <DeskTable caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} none={none} />
);

/** All orders, or those that fit what a payer or a bank quotes. */
export function Orders() {
  const search = (useLocation().state as SearchState)?.search;
  return (
    <DeskPage title="Orders">
      <ProviderNotice old="The states of orders" />
      <Search text={search} />
      {search ? <Found key={search} text={search} /> : <List />}
    </DeskPage>
  );
}

/** `/` leads to the field from everywhere on the page, unless something is being typed. */
function useSlash() {
  const field = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return field;
}

type SearchFormProps = { label: string; hint: string; text?: string; path: string };

/** One search field. From it, the arrow down leads to the first row. */
export function SearchForm({ label, hint, text, path }: SearchFormProps) {
  const form = useSlash();
  const navigate = useNavigate();
  const { check, errors, forget } = useFieldErrors();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget)) return;
    navigate(path, { state: { search: String(new FormData(event.currentTarget).get('search')).trim() } });
  };
  const onArrow = (event: KeyPress) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    document.querySelector<HTMLElement>('.desk-table tbody th a')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is newer than the oldest supported browsers
    <form ref={form} role="search" className="form desk-search" noValidate onSubmit={onSubmit} onInput={forget}>
      <Field
        key={text}
        name="search"
        label={label}
        hint={hint}
        error={errors.search}
        defaultValue={text}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onArrow}
        aria-keyshortcuts="/"
      />
      <button type="submit" className="btn btn--solid">
        Search
      </button>
      {text && (
        <Link className="btn" to={path}>
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
    path="/desk/orders"
    text={text}
  />
);

function Found({ text }: { text: string }) {
  const query = $desk.useQuery('post', '/desk/orders/search', { body: { text } });
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
              : 'This is nothing that orders can be found by. Check it for missing or extra characters.'}
            {hasMore && ' Only the newest are shown.'}
          </p>
          {kind && <OrderTable rows={items} caption="Orders found" none="No order has it." />}
        </>
      )}
    </Answer>
  );
}

const filters = [
  { name: 'status', label: 'Status', options: statusWords },
  { name: 'from', label: 'From (IST day)', type: 'date' as const },
  { name: 'until', label: 'Until (IST day)', type: 'date' as const },
];

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
