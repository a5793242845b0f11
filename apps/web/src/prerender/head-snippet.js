// The only script before the first paint: inline, minified, under 500 bytes, allowed by its hash.
const { dataset } = document.documentElement;
const { pathname } = location;
// The identity provider and links in mails send a token: it leaves the address before anything can read it there.
if (/^\/(callback|reset-password|verify-email)$/.test(pathname)) {
  __fragment = location.hash.slice(1);
  history.replaceState(0, 0, pathname);
}
// Blocked storage throws: then the visitor is signed out, with the system's colour scheme.
try {
  // Scripts of other parties may run outside the desk. Its token goes before them, also when the browser restores a page,
  // by a function that they cannot replace.
  const leaveDesk = sessionStorage.removeItem.bind(sessionStorage, 'desk');
  if (!/^\/desk(\/|$)/.test(pathname)) {
    leaveDesk();
    for (const event of ['resume', 'visibilitychange', 'pageshow']) addEventListener(event, leaveDesk, true);
  }
  const { token, theme } = localStorage;
  dataset.user = !!token;
  dataset.theme = theme;
} catch {}
// A page that needs its script says so where it cannot be loaded.
const onError = ({ target }) => {
  if (target.type === 'module') dataset.failed = 1;
};
addEventListener('error', onError, true);
