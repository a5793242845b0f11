import { Link } from 'react-router';
import { asProblem, messageOf } from '../../api/problem';
import { useGetMe } from '../../api/queries';
import { useRequireLogin } from '../../api/require-login';
import { logOut } from '../../api/session';
import { ChangingText } from '../../ui/changing-text';
import { Icon } from '../../ui/icon';
import { ChangePasswordForm } from './change-password-form';

/** Who is signed in, the password, links to payments, and log-out. */
export default function AccountPage() {
  if (!useRequireLogin()) return null;
  return (
    <section className="wrap account">
      <h1>Your account</h1>
      <div className="account__cols">
        <div className="stack">
          <Me />
          <button type="button" className="btn" onClick={logOut}>
            Log out
          </button>
        </div>
        <Password />
      </div>
    </section>
  );
}

const links = [
  { path: '/account/payments', label: 'Payments' },
  { path: '/payment', label: `Make a payment of ₹150` },
];

function Me() {
  const { data: me, error, refetch } = useGetMe();
  if (error)
    return (
      <p role="alert">
        {messageOf(asProblem(error))}{' '}
        <button type="button" className="btn btn--small" onClick={() => refetch()}>
          Try again
        </button>
      </p>
    );
  return (
    <>
      <dl className="account__me">
        <dt>Signed in as</dt>
        <dd>
          <ChangingText>{me ? (me.email ?? 'A GitHub or Google account') : '…'}</ChangingText>
        </dd>
      </dl>
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

function Password() {
  const { data: me } = useGetMe();
  return (
    <div>
      <h2>Password</h2>
      {me?.hasPassword === false ? (
        <p className="muted">You log in through GitHub or Google: there is no password here.</p>
      ) : (
        <ChangePasswordForm email={me?.email ?? ''} />
      )}
    </div>
  );
}
