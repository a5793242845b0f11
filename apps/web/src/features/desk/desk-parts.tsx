import { asProblem, messageOf } from '@novacore/client';
import { formatIndianTime } from '@novacore/shared/formats';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link, type LinkProps, useLocation, useSearchParams } from 'react-router-dom';
import { titleOf } from '../../site/page';
import { Icon } from '../../ui/icon';
import { $desk } from './desk-api';
import { timeOf } from './desk-words';

let shownPath = '';

/** A page of the desk. A change of page moves the focus to its heading, as a new document would, unless the address names a part. */
export function DeskPage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    document.title = titleOf({ title: `${title} · Desk` });
  }, [title]);
  useEffect(() => {
    if (shownPath && shownPath !== pathname && !hash)
      document.getElementById('desk-title')?.focus({ preventScroll: true });
    shownPath = pathname;
  }, [pathname, hash]);
  return (
    <>
      <h1 id="desk-title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

const focusTitle = () => document.getElementById('desk-title')?.focus();

/** After an action whose form is gone: says that it is done, and moves the focus to the heading. */
export function announceDone(text: string) {
  toast.success(text);
  focusTitle();
}

/** The same for an action that failed. */
export function announceProblem(text: string) {
  toast.error(text);
  focusTitle();
}

export const Section = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section className="desk-section" id={id} aria-label={title}>
    <h2>{title}</h2>
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

/** The content of each column by its label. The first column names the row. */
export type Columns<Row> = Record<string, (row: Row) => ReactNode>;

/** The arrows move between the rows, Enter follows the link of a row. */
function onArrow(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody th a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
}

interface Table<Row> {
  caption: string;
  columns: Columns<Row>;
  rows: Row[];
  none: string;
  numeric?: string[];
  /** The key of a row, so that its open form outlives new figures. */
  keyOf?: (row: Row) => string;
}

/** Rows of anything. On small screens each row is a block. @param numeric labels of columns of numbers */
export function DeskTable<Row>({ caption, columns, rows, none, numeric = [], keyOf = JSON.stringify }: Table<Row>) {
  if (!rows.length) return <p>{none}</p>;
  const classOf = (label: string) => (numeric.includes(label) ? 'numeric' : undefined);
  const [head, ...cells] = Object.entries(columns);
  return (
    <table className="table desk-table" onKeyDown={onArrow}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {Object.keys(columns).map((label) => (
            <th key={label} scope="col" className={classOf(label)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{head?.[1](row)}</th>
            {cells.map(([label, cell]) => (
              <td key={label} data-label={label} className={classOf(label)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Named facts of one thing. `bad`: the names of those that are not as they should be. */
export const Facts = ({ facts, bad = [] }: { facts: Record<string, ReactNode>; bad?: string[] }) => (
  <dl className="desk-facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={bad.includes(name) ? 'desk-bad' : undefined}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The next page of a list, by its cursor in the address. `at`: where a page is, if not in the address. */
export function Pages({ nextCursor, at }: { nextCursor: string | null; at?: (cursor: string | null) => LinkProps }) {
  const [parameters] = useSearchParams();
  const inAddress = (cursor: string | null) => {
    const next = new URLSearchParams(parameters);
    if (cursor) next.set('cursor', cursor);
    else next.delete('cursor');
    return { to: { search: next.toString() } };
  };
  const link = at ?? inAddress;
  return (
    <nav className="row" aria-label="Pages of the list">
      {(at || parameters.has('cursor')) && (
        <Link className="btn btn--small" {...link(null)}>
          Newest
        </Link>
      )}
      {nextCursor && (
        <Link className="btn btn--small" {...link(nextCursor)}>
          Older
        </Link>
      )}
    </nav>
  );
}

export type Filter = { label: string; type?: 'date'; options?: Record<string, string> };

function FilterField({ name, filter, value }: { name: string; filter: Filter; value: string }) {
  const { label, type = 'text', options } = filter;
  const control = { id: name, name, defaultValue: value };
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      {options ? (
        <select key={value} {...control}>
          {Object.entries({ '': 'All', ...options }).map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input {...control} type={type} autoComplete="off" />
      )}
    </div>
  );
}

/** Filters that stand in the address, so that a link to the list can be shared. By the name of the parameter. */
export function Filters({ label, filters }: { label: string; filters: Record<string, Filter> }) {
  const [parameters, setParameters] = useSearchParams();
  const show = (form: FormData) => {
    const filled = Object.keys(filters).map((name): [string, string] => [name, String(form.get(name)).trim()]);
    setParameters(filled.filter(([, value]) => value));
  };
  return (
    <form className="form desk-filters" action={show} aria-label={label}>
      {Object.entries(filters).map(([name, filter]) => (
        <FilterField key={name} name={name} filter={filter} value={parameters.get(name) ?? ''} />
      ))}
      <button type="submit" className="btn btn--small">
        Show
      </button>
      {parameters.size > 0 && (
        <Link className="btn btn--small" to={{ search: '' }}>
          Show all
        </Link>
      )}
    </form>
  );
}

export const daysFilter = {
  from: { label: 'From (IST day)', type: 'date' },
  until: { label: 'Until (IST day)', type: 'date' },
} satisfies Record<string, Filter>;

export const useHealth = () => $desk.useQuery('get', '/desk/health', {}, { staleTime: 60_000 });

/** Warns that data may be old while Razorpay does not answer. @param old names the data */
export function ProviderNotice({ old }: { old: string }) {
  const { data } = useHealth();
  if (data?.provider.reachable !== false) return null;
  return (
    <p role="status" className="desk-notice">
      <Icon name="alert" className="icon--small" />
      Razorpay does not answer. {old} may be old. Everything else is up to date.
    </p>
  );
}
