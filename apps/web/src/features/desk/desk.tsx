import type { operations } from '@novacore/contract';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavLink, Route, Routes } from 'react-router-dom';
import { onPageRestored } from '../../api/require-login';
import { bearer, getToken, isLoggingOut, logOut, onTokenChange } from '../../api/session';
import styles from '../../styles/desk.css?url';
import { Mark } from '../../ui/brand';
import { Today } from './cases';
import { accessQuery, askForPasskey, deskQueries } from './desk-api';
import { deskClient, getDeskToken, rememberDesk, type Schemas, setDeskToken, useDeskToken } from './desk-client';
import { Answer, DeskPage } from './desk-parts';
import { Log } from './log';
import { MonthPage } from './month';
import { Order } from './order';
import { Orders } from './orders';
import { LogIn, PasskeyDialog } from './passkey-dialog';
import { People, Person } from './people';
import { Service } from './service';
import { Settlement, Settlements } from './settlements';
import { StaffList } from './staff';

type Access = Schemas['DeskAccess'];

interface Entry {
  path: string;
  element: ReactNode;
  /** In the navigation. */
  label?: string;
  /** The operation that the page needs. */
  operation: keyof operations;
}

/** The pages of the desk, in the order of its navigation. */
const entries: Entry[] = [
  { path: '', element: <Today />, label: 'Today', operation: 'listDeskCases' },
  { path: 'orders', element: <Orders />, label: 'Orders', operation: 'listDeskOrders' },
  { path: 'orders/:id', element: <Order />, operation: 'getDeskOrder' },
  { path: 'people', element: <People />, label: 'People', operation: 'findDeskPeople' },
  { path: 'people/:id', element: <Person />, operation: 'getDeskPerson' },
  { path: 'settlements', element: <Settlements />, label: 'Settlements', operation: 'listDeskSettlements' },
  { path: 'settlements/:id', element: <Settlement />, operation: 'getDeskSettlement' },
  { path: 'months', element: <MonthPage />, label: 'Months', operation: 'getDeskMonth' },
  { path: 'months/:month', element: <MonthPage />, operation: 'getDeskMonth' },
  { path: 'service', element: <Service />, label: 'Service', operation: 'getDeskHealth' },
  { path: 'staff', element: <StaffList />, label: 'Staff', operation: 'listDeskStaff' },
  { path: 'log', element: <Log />, label: 'Log', operation: 'listDeskLog' },
];

const mayOpen = ({ operations }: Access, { operation }: Entry) => operations.includes(operation);

/** The staff member who uses this document. If another one logs in in this tab, the page reloads. */
function useAccess() {
  const token = useDeskToken();
  const query = useQuery({ ...accessQuery, enabled: token !== null });
  const { data, refetch } = query;
  const first = useRef<string>(undefined);
  const known = useRef(token);
  useEffect(() => {
    if (token === null && data && !isLoggingOut()) void askForPasskey();
    else if (token && known.current && known.current !== token) void refetch();
    known.current = token;
  }, [token, data, refetch]);
  useEffect(() => {
    if (!data) return;
    first.current ??= data.email;
    if (data.email !== first.current) window.location.reload();
    rememberDesk();
  }, [data]);
  // Logging out in another tab ends this desk too.
  useEffect(() => onTokenChange(() => getToken() === null && setDeskToken(null)), []);
  useEffect(() => onPageRestored(() => window.location.reload()), []);
  return { query, access: data, isLoggedIn: token !== null };
}

function logOutOfDesk() {
  const headers = { Authorization: bearer(getDeskToken() ?? '') };
  void deskClient.POST('/auth/logout', { headers, keepalive: true });
  setDeskToken(null);
  logOut();
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

const NotAllowed = ({ role }: Pick<Access, 'role'>) => (
  <DeskPage title="Not for your role">
    <p>
      Your role, {role}, cannot open this page. Ask a colleague from the <Link to="/desk/staff">staff list</Link>.
    </p>
  </DeskPage>
);

function Content() {
  const { query, access, isLoggedIn } = useAccess();
  useOwnChrome();
  if (!access && !isLoggedIn) return <LogIn />;
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
              {entries.map((entry) => {
                const element = mayOpen(access, entry) ? entry.element : <NotAllowed role={access.role} />;
                return <Route key={entry.path} path={entry.path} element={element} />;
              })}
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
      {entries
        .filter((entry) => entry.label && access && mayOpen(access, entry))
        .map(({ path, label }) => (
          <NavLink key={path} to={`/desk/${path}`.replace(/\/$/, '')} end={path === ''}>
            {label}
          </NavLink>
        ))}
    </nav>
    <p className="desk-head__who">
      {access && `${access.email} (${access.role})`}{' '}
      <button type="button" onClick={logOutOfDesk}>
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

/** Resolves to the desk when its styles have loaded: visitors' pages have none of them. They follow those of the document. */
export const openDesk = () =>
  new Promise<typeof Desk>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
    link.onload = () => resolve(Desk);
    link.onerror = reject;
    document.head.append(link);
  });
