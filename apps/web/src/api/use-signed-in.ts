import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LogInState } from './log-in-state';
import { getToken } from './session';
import { useToken } from './use-token';

/**
 * For pages of a person: sends somebody without a token to /login, and back here afterwards.
 * @returns whether a token is here.
 */
export function useSignedIn() {
  const token = useToken();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    // While static HTML is taken over, `token` is null for one render whatever is stored.
    if (token ?? getToken()) return;
    // Log out has set off for / already while this page is still on the screen.
    if (window.location.pathname !== pathname) return;
    const state: LogInState = { from: pathname + search, notice: 'Please log in to see this page.' };
    navigate('/login', { replace: true, state });
  }, [token, navigate, pathname, search]);
  return token !== null;
}
