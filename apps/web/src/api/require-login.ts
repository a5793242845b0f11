import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { getToken, isLoggingOut, onTokenChange } from './session';

/** Router state of a redirect to /login. It keeps these values out of the address. */
export type LoginState = {
  /** The reason that the login page shows. */
  notice?: string;
  email?: string;
  /** The path to return to instead of /payment. */
  from?: string;
};

/** The token as React state; null in a prerendered page. */
export const useToken = () => useSyncExternalStore(onTokenChange, getToken, () => null);

/** Calls `listener` when the back/forward cache brings back this page. @returns a function that unsubscribes. */
export function onPageRestored(listener: () => void) {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  window.addEventListener('pageshow', onShow);
  return () => window.removeEventListener('pageshow', onShow);
}

/**
 * Redirects a visitor without a token to /login, and back after login.
 * @returns whether there is a token.
 */
export function useRequireLogin() {
  const token = useToken();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const check = () => {
      if (getToken() !== null || isLoggingOut()) return;
      const state: LoginState = { from: pathname + search, notice: 'Please log in to see this page.' };
      navigate('/login', { replace: true, state });
    };
    if (token === null) check();
    // The visitor may have logged out since.
    return onPageRestored(check);
  }, [token, navigate, pathname, search]);
  return token !== null;
}
