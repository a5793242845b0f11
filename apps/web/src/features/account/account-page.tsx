import { asProblem, wordsOf } from '../../api/problem';
import { logOut } from '../../api/session';
import { useGetMe } from '../../api/use-get-me';
import { useSignedIn } from '../../api/use-signed-in';
import { withQueries } from '../../api/with-queries';
import { Icon } from '../../ui/icon';
import { ChangePasswordForm } from './change-password-form';

/** Who is signed in, their password, the way to their payments, and out. */
function AccountPage() {
  if (!useSignedIn()) return null;
  return (
    <section className="wrap account">
      <h1>Your account</h1>
      <div className="account__cols">
        <div className="stack">
          <Me />
          <LogOutButton />
        </div>
        <Password />
      </div>
    </section>
  );
}

export default withQueries(AccountPage);

function Me() {
  const { data: me, error, refetch } = useGetMe();
  if (error)
    return (
      <p role="alert">
        {wordsOf(asProblem(error))}{' '}
        <button type="button" className="btn btn--small" onClick={() => refetch()}>
          Try again
        </button>
      </p>
    );
  return (
    <>
      <dl className="account__me">
        <dt>Signed in as</dt>
        <dd>{me ? (me.email ?? 'A GitHub or Google account') : '…'}</dd>
      </dl>
      <ul className="links">
        <li>
          <a href="/account/payments">
            Where is my money?
            <Icon name="arrow" className="icon--small" />
          </a>
        </li>
        <li>
          <a href="/payment">
            Make a payment
            <Icon name="arrow" className="icon--small" />
          </a>
        </li>
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

function LogOutButton() {
  const leave = () => {
    logOut();
    window.location.assign('/');
  };
  return (
    <button type="button" className="btn" onClick={leave}>
      Log out
    </button>
  );
}
