import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A site to compare the product with, served with the product's own headers and compression. */
export interface ComparisonSite {
  url: string;
  close(): void;
}

/** A page without anything that runs or loads script. What search engines read stays. */
export const withoutScript = (html: string) =>
  html
    .replace(/<script(?![^>]*application\/ld\+json)[^>]*>.*?<\/script>/gs, '')
    .replace(/<link[^>]*rel="?(modulepreload|prefetch)[^>]*>/g, '');

export async function readPage(productUrl: string, path: string): Promise<string> {
  const reply = await fetch(productUrl + path);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return reply.text();
}

const compressions: Record<string, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (text) => gzipSync(text, { level: 9 }),
};

/** About the message itself, or asking the browser to load more. */
const omitted =
  /^(content-(length|type|encoding)|transfer-encoding|connection|keep-alive|date|etag|last-modified|link|speculation-rules)$/;

/** How the product answers for a page. Its policy weighs the same but does not block the peer's script. */
async function pageHeaders(productUrl: string) {
  const { headers } = await fetch(productUrl, { headers: { 'accept-encoding': 'br, gzip' } });
  const kept = [...headers].filter(([name]) => !omitted.test(name));
  const unblocked = kept.map(([name, value]) => [name.replace(/^content-security-policy$/, '$&-report-only'), value]);
  return { encoding: headers.get('content-encoding') ?? '', shared: Object.fromEntries(unblocked) };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A font or picture of the product, as it is. */
async function copyAsset(url: string): Promise<Answer> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries(
    [...reply.headers].filter(([name]) => /^(content-type|cache-control)$/.test(name)),
  );
  return { status: reply.status, headers, body: Buffer.from(await reply.arrayBuffer()) };
}

/** Serves `files` by their paths, and everything else from the product. */
export async function serveComparison(files: ReadonlyMap<string, string>, productUrl: string): Promise<ComparisonSite> {
  const { encoding, shared } = await pageHeaders(productUrl);
  const compress = compressions[encoding];
  const answers = new Map<string, Promise<Answer>>();
  for (const [path, text] of files) {
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const headers = {
      ...shared,
      ...(compress && { 'content-encoding': encoding }),
      'content-type': `${type}; charset=utf-8`,
    };
    answers.set(path, Promise.resolve({ status: 200, headers, body: compress?.(text) ?? Buffer.from(text) }));
  }
  const server = createServer(async ({ url = '/' }, response) => {
    const path = url.replace(/[?#].*/, '').replace(/(.)\/$/, '$1');
    const answer = answers.get(path) ?? copyAsset(productUrl + path);
    answers.set(path, answer);
    const { status, headers, body } = await answer;
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
