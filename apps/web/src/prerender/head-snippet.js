// This inline script runs before the first paint. It is minified, under 500 bytes, and allowed by its hash.
const { dataset } = document.documentElement;
const { pathname } = location;
// Emails and the identity provider link here with a token. It leaves the address before other scripts can read it.
if (/^\/(callback|reset-password|verify-email)$/.test(pathname)) {
  __fragment = location.hash.slice(1);
  history.replaceState(0, 0, pathname);
}
// Blocked storage throws. The visitor is then logged out and gets the system's colour scheme.
try {
  // The desk's token is removed before third-party scripts can run, even when the browser restores a page.
  // We keep the original function, which those scripts cannot replace.
  const leaveDesk = sessionStorage.removeItem.bind(sessionStorage, 'desk');
  if (!/^\/desk(\/|$)/.test(pathname)) {
    leaveDesk();
    for (const event of ['resume', 'visibilitychange', 'pageshow']) addEventListener(event, leaveDesk, true);
  }
  const { token, theme } = localStorage;
  dataset.user = !!token;
  dataset.theme = theme;
} catch {}
// A page that needs its script shows a notice if it cannot be loaded.
const onError = ({ target }) => {
  if (target.type === 'module') dataset.failed = 1;
};
addEventListener('error', onError, true);
