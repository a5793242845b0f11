import type { IncomingMessage } from 'node:http';

/** Percent-encoded letters, digits, `-._~`: no other address than the same signs in plain (RFC 3986, section 6.2.2.2). */
const needlesslyEncoded = /%(2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

const decodes = (path: string) => {
  try {
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/** What cannot be decoded is taken letter by letter: there is nothing at such an address. */
const plainPath = (path: string) =>
  decodes(path) ? path.replace(needlesslyEncoded, decodeURIComponent) : path.replaceAll('%', '%25');

/** A proxy may ask for `http://host/path` (RFC 9112, section 3.2.2). */
function pathAndQuery(url: string) {
  if (url.startsWith('/')) return url;
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: url, search: '' };
  return `${pathname.startsWith('/') ? '' : '/'}${pathname}${search}`;
}

/** One spelling of each address, so that routes, headers and log all speak of the same. */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const target = pathAndQuery(url);
  const path = target.replace(/[?#].*/s, '');
  return path.includes('%') ? plainPath(path) + target.slice(path.length) : target;
}
