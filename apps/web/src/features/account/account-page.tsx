import type { components } from '@novacore/client';
import { asProblem, messageOf } from '@novacore/client';
import { formatPaise, formatTime, readersZone } from '@novacore/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { $api, useGetMe } from '../../api/queries';
import { useRequireLogin, useToken } from '../../api/require-login';
import { endSession, logOut } from '../../api/session';
import { toastOnArrival } from '../../shell/arrival-toast';
import { price } from '../../site/product';
import { PurchasePath } from '../../site/purchase';
import { ChangePasswordForm } from './change-password-form';
import { DataSection, DeleteSection } from './data-section';
import { EmailSection } from './email-section';
import { PasskeySection, usePasskeys } from './passkey-section';

export default function AccountPage() {
  if (!useRequireLogin()) return null;
  return (
    <section className="wrap account">
      <h1>Your account</h1>
      <Me />
      <Sections />
      <p className="caption">Times are in your time zone, {readersZone()}.</p>
    </section>
  );
}

const useLastPayment = () => {
  const query = { params: { query: { limit: 10 } } };
  const { data } = $api.useQuery('get', '/user/orders', query, { enabled: useToken() !== null, staleTime: 0 });
  return { isKnown: data !== undefined, order: data?.items.find(({ paidAt }) => paidAt) };
};

function Me() {
  const { data: me, error } = useGetMe();
  const { isKnown, order } = useLastPayment();
  return (
    <div className="account__me">
      <LoadProblem />
      {(me || !error) && (
        <p>
          Logged in as <strong key={me?.email}>{me ? (me.email ?? 'a GitHub or Google account') : '…'}</strong>
          {me?.hasPassword && <span className="muted">, {me.emailVerified ? 'confirmed' : 'not confirmed yet'}</span>}
        </p>
      )}
      <PurchasePath current={order ? 2 : isKnown ? 1 : -1} />
      {order?.paidAt && (
        <p>
          Last payment: <strong>{formatPaise(order.amountPaise, order.currency)}</strong> on {formatTime(order.paidAt)}.{' '}
          <Link to={`/account/payments?receipt=${order.id}`}>Receipt</Link>
        </p>
      )}
      <div className="row">
        {order && (
          <a className="btn btn--solid" href="/contact?topic=My%20first%20GPU">
            Request a GPU
          </a>
        )}
        {!order && (
          <Link className="btn btn--solid" to="/payment">
            {`Make a payment of ${price}`}
          </Link>
        )}
        <Link className="btn" to="/account/payments">
          Payments
        </Link>
        {me?.isStaff && (
          <a className="btn" href="/desk?login">
            Desk
          </a>
        )}
        <button type="button" className="btn" onClick={logOut}>
          Log out
        </button>
      </div>
    </div>
  );
}

/** One message for all failed requests, which usually have one cause. */
function LoadProblem() {
  const queryClient = useQueryClient();
  const { error: meError } = useGetMe();
  const { error: passkeysError } = usePasskeys();
  const { error: signInsError } = useSignIns();
  const error = meError ?? passkeysError ?? signInsError;
  if (!error) return null;
  const tryAgain = () =>
    queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <p role="alert">
      {messageOf(asProblem(error))}{' '}
      <button type="button" className="btn btn--small" onClick={tryAgain}>
        Try again
      </button>
    </p>
  );
}

function Password() {
  const { data: me } = useGetMe();
  return (
    <div>
      <h3>Password</h3>
      {me?.hasPassword === false ? (
        <p className="muted">You log in through GitHub or Google, so you have no password here.</p>
      ) : (
        <ChangePasswordForm me={me} />
      )}
    </div>
  );
}

function Sections() {
  const { data: me } = useGetMe();
  return (
    <>
      <section className="account__list">
        <h2>Security</h2>
        <Password />
        <EmailSection me={me} />
        <PasskeySection me={me} />
        <SignIns me={me} />
      </section>
      <section className="account__list">
        <h2>Your data</h2>
        <DataSection />
        <DeleteSection me={me} />
      </section>
    </>
  );
}

const ways: Record<string, string> = {
  password: 'Password',
  reset_link: 'Link in an email',
  github: 'GitHub',
  google: 'Google',
  social: 'Identity provider',
  passkey: 'Passkey',
};

const useSignIns = () => $api.useQuery('get', '/user/sign-ins', {}, { enabled: useToken() !== null });

function SignIns({ me }: { me?: components['schemas']['Me'] }) {
  const { data, error } = useSignIns();
  return (
    <div className="sign-ins">
      <h3>Recent logins</h3>
      {error && <p className="muted">We could not load your logins.</p>}
      {data && (
        <ol className="sign-ins__list">
          {data.items.map(({ at, way, browser, network }) => (
            <li key={`${at} ${network}`}>
              <time dateTime={at}>{formatTime(at)}</time>
              <span className="muted">
                {ways[way] ?? way}, {browser}, {network === 'unknown' ? 'unknown network' : network}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="muted">
        If you do not recognise one of them, log out everywhere
        {me?.hasPassword === false
          ? ', choose a new password at GitHub or Google, and remove any passkeys that you do not recognise.'
          : ' and choose a new password. Remove any passkeys that you do not recognise.'}
      </p>
      <LogOutEverywhere />
    </div>
  );
}

function LogOutEverywhere() {
  const logOutEverywhere = $api.useMutation('post', '/auth/logout-everywhere');
  const end = async () => {
    if (logOutEverywhere.isPending) return;
    try {
      await logOutEverywhere.mutateAsync({});
      toastOnArrival({ text: 'You have been logged out on all devices.', tone: 'good' });
      endSession();
    } catch (thrown) {
      toast.error(messageOf(asProblem(thrown)));
    }
  };
  return (
    <>
      <p>“Log out everywhere” logs you out on this and all other devices.</p>
      <button type="button" className="btn" aria-disabled={logOutEverywhere.isPending} onClick={end}>
        Log out everywhere
      </button>
    </>
  );
}
