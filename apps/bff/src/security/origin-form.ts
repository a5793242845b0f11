import type { IncomingMessage } from 'node:http';

/** A proxy may ask for `http://host/path` (RFC 9112, section 3.2.2): what counts is the path, for headers and log alike. */
export const originForm = ({ url = '/' }: Pick<IncomingMessage, 'url'>) =>
  url.startsWith('/') || !URL.canParse(url) ? url : new URL(url).pathname + new URL(url).search;
