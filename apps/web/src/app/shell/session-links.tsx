import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { logOut } from '../../api/log-out';
import { useToken } from '../../api/use-token';

/**
 * Log in, or Account, Payments and Log out. Both stand in the HTML, and `data-user` on the root says which is seen: the inline
 * snippet has set it before the first paint, so nothing flashes.
 */
export function SessionLinks({ full = false }: { full?: boolean }) {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    document.documentElement.dataset.user = String(token !== null);
  }, [token]);
  const leave = () => {
    logOut();
    navigate('/');
  };
  const button = full ? 'btn btn--full' : 'btn btn--s';
  const link = `for-users ${full ? '' : 'nav__link nav__link--wide'}`;
  return (
    <>
      <a className={`${button} for-visitors`} href="/login">
        Log in
      </a>
      <a className={link} href="/account">
        Account
      </a>
      <a className={link} href="/account/payments">
        Payments
      </a>
      <button type="button" className={`${button} for-users`} data-live="" onClick={leave}>
        Log out
      </button>
    </>
  );
}
