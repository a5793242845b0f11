import { asProblem, messageOf } from '@novacore/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { formatIndianTime } from '../../../../../packages/formats/formats.mjs';
import { titleOf } from '../../site/page';
import { Icon } from '../../ui/icon';
import { $desk } from './desk-api';
import { timeOf } from './desk-words';

let shownPath = '';

/** A page of the desk. A change of page moves the focus to its heading, as a new document would. */
export function DeskPage({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = titleOf({ title: `${title} · Desk` });
  }, [title]);
  useEffect(() => {
    if (shownPath && shownPath !== pathname) document.getElementById('desk-title')?.focus({ preventScroll: true });
    shownPath = pathname;
  }, [pathname]);
  return (
    <>
      <h1 id="desk-title" tabIndex={-1}>
        {title}
      </h1>
      {note && <p className="muted">{note}</p>}
      {children}
    </>
  );
}

export const Section = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section className="desk-section" id={id} aria-labelledby={`${id ?? title}-title`}>
    <h2 id={`${id ?? title}-title`}>{title}</h2>
    {children}
  </section>
);

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{timeOf(at)}</time>;

/** The data of a query. Without a new answer the last one stays, and the page says so. */
export function Answer<Data>(props: { query: UseQueryResult<Data, unknown>; children: (data: Data) => ReactNode }) {
  const { data, error, dataUpdatedAt, refetch } = props.query;
  return (
    <>
      {error !== null && (
        <div role="alert" className="desk-notice">
          <p>
            {messageOf(asProblem(error))}
            {data !== undefined && ` What you see is as of ${formatIndianTime(dataUpdatedAt)}.`}
          </p>
          <button type="button" className="btn btn--small" onClick={() => refetch()}>
            Try again
          </button>
        </div>
      )}
      {data !== undefined && props.children(data)}
      {data === undefined && error === null && <p role="status">Loading …</p>}
    </>
  );
}

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
}

/** The arrows move between the rows, Enter follows the link of a row. */
function onArrow(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody th a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
}

type Table<Row> = { caption: string; columns: Column<Row>[]; rows: Row[]; keyOf: (row: Row) => string; none: string };

/** Rows of anything. The first column names the row. On small screens each row is a block. */
export function DeskTable<Row>({ caption, columns: [head, ...columns], rows, keyOf, none }: Table<Row>) {
  if (!rows.length || !head) return <p>{none}</p>;
  return (
    <table className="table desk-table" onKeyDown={onArrow}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {[head, ...columns].map(({ label, numeric }) => (
            <th key={label} scope="col" className={numeric ? 'numeric' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{head.cell(row)}</th>
            {columns.map(({ label, cell, numeric }) => (
              <td key={label} data-label={label} className={numeric ? 'numeric' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The next page of a list, by its cursor in the address. */
export function Pages({ nextCursor }: { nextCursor: string | null }) {
  const [parameters] = useSearchParams();
  const at = (cursor: string | null) => {
    const next = new URLSearchParams(parameters);
    if (cursor) next.set('cursor', cursor);
    else next.delete('cursor');
    return { search: next.toString() };
  };
  return (
    <nav className="row" aria-label="Pages of the list">
      {parameters.has('cursor') && (
        <Link className="btn btn--small" to={at(null)}>
          Newest
        </Link>
      )}
      {nextCursor && (
        <Link className="btn btn--small" to={at(nextCursor)}>
          Older
        </Link>
      )}
    </nav>
  );
}

export type Filter = { name: string; label: string; type?: 'date'; options?: Record<string, string> };

const FilterField = ({ name, label, type, options, value }: Filter & { value: string }) => (
  <div>
    <label htmlFor={name}>{label}</label>
    {options ? (
      <select id={name} name={name} defaultValue={value}>
        <option value="">All</option>
        {Object.entries(options).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    ) : (
      <input id={name} name={name} type={type ?? 'text'} defaultValue={value} autoComplete="off" />
    )}
  </div>
);

/** Filters that stand in the address, so that a link to the list can be shared. */
export function Filters({ label, filters }: { label: string; filters: Filter[] }) {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const show = (form: FormData) => {
    const filled = filters.map(({ name }) => [name, String(form.get(name) ?? '').trim()] as [string, string]);
    setParameters(filled.filter(([, value]) => value));
  };
  return (
    <form key={parameters.toString()} className="form desk-filters" action={show} aria-label={label}>
      {filters.map((filter) => (
        <FilterField key={filter.name} {...filter} value={parameters.get(filter.name) ?? ''} />
      ))}
      <button type="submit" className="btn btn--small">
        Show
      </button>
      {parameters.size > 0 && (
        <Link className="btn btn--small" to={pathname}>
          Show all
        </Link>
      )}
    </form>
  );
}

export const useHealth = () => $desk.useQuery('get', '/desk/health', {}, { staleTime: 60_000 });

/** What may be old while the payment provider does not answer. */
export function ProviderNotice({ old }: { old: string }) {
  const { data } = useHealth();
  if (data?.provider.reachable !== false) return null;
  return (
    <p role="status" className="desk-notice">
      <Icon name="alert" className="icon--small" />
      The payment provider does not answer. {old} may be old. Everything else is up to date.
    </p>
  );
}
