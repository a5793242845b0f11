import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/** Leads on from this page, but nobody who has left it: an answer may come late. */
export function useGoOn() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to: string, options?: NavigateOptions) => {
    if (window.location.pathname === pathname) navigate(to, options);
  };
}
