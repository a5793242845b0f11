import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, Route, Routes } from 'react-router-dom';
import { onPageRestored, useToken } from '../../api/require-login';
import { isLoggingOut, logOut } from '../../api/session';
import styles from '../../styles/desk.css?url';
import { Mark } from '../../ui/brand';
import { accessQuery, askForPasskey, deskQueries } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, DeskPage } from './desk-parts';
import { Log } from './log';
import { MonthPage } from './month';
import { Order } from './order';
import { Orders } from './orders';
import { PasskeyDialog } from './passkey-dialog';
import { People, Person } from './people';
import { Settlement, Settlements } from './settlements';
import { Today } from './today';

type Access = Schemas['DeskAccess'];

interface Entry {
  path: string;
  element: ReactNode;
  /** In the navigation. */
  label?: string;
  /** Only for this role. */
  role?: Access['role'];
}

/** The pages of the desk, in the order of its navigation. */
const entries: Entry[] = [
  { path: '', element: <Today />, label: 'Today' },
  { path: 'orders', element: <Orders />, label: 'Orders' },
  { path: 'orders/:id', element: <Order /> },
  { path: 'people', element: <People />, label: 'People' },
  { path: 'people/:id', element: <Person /> },
  { path: 'settlements', element: <Settlements />, label: 'Settlements', role: 'finance' },
  { path: 'settlements/:id', element: <Settlement />, role: 'finance' },
  { path: 'months', element: <MonthPage />, label: 'Months', role: 'finance' },
  { path: 'months/:month', element: <MonthPage />, role: 'finance' },
  { path: 'log', element: <Log />, label: 'Log' },
];

const entriesOf = (access?: Access) => entries.filter(({ role }) => !role || role === access?.role);

/** Who works here. Another person, after a log-in in another tab, gets a new document. */
function useAccess() {
  const token = useToken();
  const query = useQuery(accessQuery);
  const { data, refetch } = query;
  const first = useRef<string>(undefined);
  const known = useRef(token);
  useEffect(() => {
    if (token === null && !isLoggingOut()) void askForPasskey();
    else if (known.current !== token) void refetch();
    known.current = token;
  }, [token, refetch]);
  useEffect(() => {
    first.current ??= data?.email;
    if (data && data.email !== first.current) window.location.reload();
  }, [data]);
  // The person may have logged out since.
  useEffect(() => onPageRestored(() => window.location.reload()), []);
  return { query, access: data, isLoggedIn: token !== null };
}

/** The site's navigation and footer are for visitors. */
function useOwnChrome() {
  useEffect(() => {
    const page = document.querySelector('.page');
    page?.classList.add('page--desk');
    return () => page?.classList.remove('page--desk');
  }, []);
}

const NoPage = () => (
  <DeskPage title="Page not found">
    <p>The desk has no page at this address.</p>
  </DeskPage>
);

function Content() {
  const { query, access, isLoggedIn } = useAccess();
  useOwnChrome();
  return (
    <div className="desk">
      <a className="skip" href="#desk-title">
        Skip to content
      </a>
      <Head access={access} />
      <div className="desk-body" hidden={!isLoggedIn}>
        <Answer query={query}>
          {(access) => (
            <Routes>
              {entriesOf(access).map(({ path, element }) => (
                <Route key={path} path={path} element={element} />
              ))}
              <Route path="*" element={<NoPage />} />
            </Routes>
          )}
        </Answer>
      </div>
      <PasskeyDialog email={access?.email} />
    </div>
  );
}

const Head = ({ access }: { access?: Access }) => (
  <div className="desk-head">
    <a className="desk-head__home" href="/" aria-label="NovaCore, home page">
      <Mark />
    </a>
    <nav aria-label="Desk">
      {entriesOf(access)
        .filter(({ label }) => label)
        .map(({ path, label }) => (
          <NavLink key={path} to={`/desk/${path}`.replace(/\/$/, '')} end={path === ''}>
            {label}
          </NavLink>
        ))}
    </nav>
    <p className="desk-head__who">
      {access && `${access.email} (${access.role})`}{' '}
      <button type="button" onClick={logOut}>
        Log out
      </button>
    </p>
  </div>
);

const Desk = () => (
  <QueryClientProvider client={deskQueries}>
    <Content />
  </QueryClientProvider>
);

/** @returns the desk, once its styles are there: visitors' pages have none of them. They come after those of the document. */
export const openDesk = (access?: Access) =>
  new Promise<typeof Desk>((resolve, reject) => {
    if (access) deskQueries.setQueryData(accessQuery.queryKey, access);
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
    link.onload = () => resolve(Desk);
    link.onerror = reject;
    document.head.append(link);
  });
