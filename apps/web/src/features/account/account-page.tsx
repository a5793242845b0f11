import type { components } from '@novacore/client';
import { asProblem, messageOf } from '@novacore/client';
import { formatTime, readersZone } from '@novacore/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { $api, useGetMe } from '../../api/queries';
import { useRequireLogin, useToken } from '../../api/require-login';
import { endSession, logOut } from '../../api/session';
import { toastOnArrival } from '../../shell/arrival-toast';
import { ChangingText } from '../../ui/changing-text';
import { Icon } from '../../ui/icon';
import { ChangePasswordForm } from './change-password-form';
import { DataSection, DeleteSection } from './data-section';
import { EmailSection } from './email-section';
import { PasskeySection, usePasskeys } from './passkey-section';

/** Who is signed in, links to payments, log-out, and everything about the account. */
export default function AccountPage() {
  if (!useRequireLogin()) return null;
  return (
    <section className="wrap account">
      <h1>Your account</h1>
      <p className="caption">Times are in your time zone, {readersZone()}.</p>
      <div className="account__cols">
        <div className="stack">
          <Me />
          <button type="button" className="btn" onClick={logOut}>
            Log out
          </button>
        </div>
        <Password />
        <Sections />
      </div>
    </section>
  );
}

const links = [
  { path: '/account/payments', label: 'Payments' },
  { path: '/payment', label: `Make a payment of ₹150` },
];

function Me() {
  const { data: me, error } = useGetMe();
  return (
    <>
      <LoadProblem />
      {(me || !error) && (
        <dl className="account__me">
          <dt>Signed in as</dt>
          <dd>
            <ChangingText>{me ? (me.email ?? 'A GitHub or Google account') : '…'}</ChangingText>
          </dd>
        </dl>
      )}
      <ul className="links">
        {links.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>
              {label}
              <Icon name="arrow" className="icon--small" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What could not be loaded: once, because one cause usually stops all of it. The sections name what they lack. */
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
      <h2>Password</h2>
      {me?.hasPassword === false ? (
        <p className="muted">You log in through GitHub or Google: there is no password here.</p>
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
      <EmailSection me={me} />
      <PasskeySection me={me} />
      <SignIns me={me} />
      <DataSection />
      <DeleteSection me={me} />
    </>
  );
}

const ways: Record<string, string> = {
  password: 'Password',
  reset_link: 'Link from a mail',
  github: 'GitHub',
  google: 'Google',
  social: 'Identity provider',
  passkey: 'Passkey',
};

const useSignIns = () => $api.useQuery('get', '/user/sign-ins', {}, { enabled: useToken() !== null });

/** The last log-ins, and what to do about one that is not the person's. */
function SignIns({ me }: { me?: components['schemas']['Me'] }) {
  const { data, error } = useSignIns();
  return (
    <div className="sign-ins">
      <h2>Log-ins</h2>
      {error && <p className="muted">Your log-ins could not be loaded.</p>}
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
        If you do not know one of them, log out everywhere
        {me?.hasPassword === false
          ? ', choose a new password at GitHub or Google, and remove passkeys that you do not know.'
          : ' and choose a new password. Remove passkeys that you do not know.'}
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
      toastOnArrival({ text: 'You are logged out on all devices.', tone: 'good' });
      endSession();
    } catch (thrown) {
      toast.error(messageOf(asProblem(thrown)));
    }
  };
  return (
    <>
      <p>“Log out everywhere” ends every log-in of yours, on this and all other devices.</p>
      <button type="button" className="btn" aria-disabled={logOutEverywhere.isPending} onClick={end}>
        Log out everywhere
      </button>
    </>
  );
}
