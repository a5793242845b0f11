import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

type Headers = Record<string, string | number>;

export interface Folder {
  url: string;
  close(): void;
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

const typeOf = (address: string) => types[/\.(\w+)$/.exec(address)?.[1] ?? 'html'] ?? 'application/octet-stream';
const packed = (bytes: Buffer, mode: number) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: mode } });

/**
 * Serves files from memory as the product serves its own: Brotli at its best, pages to be revalidated, everything else
 * kept for good. `/` is found at `/`, `/pricing` at `/pricing`.
 * @param more headers besides, on every reply
 */
export async function serveFiles(files: ReadonlyMap<string, Buffer>, more: Headers = {}): Promise<Folder> {
  const replies = new Map<string, { headers: Headers; body: Buffer }>();
  for (const [address, bytes] of files) {
    const type = typeOf(address);
    const text = !/woff2|octet/.test(type);
    const body = text ? packed(bytes, constants.BROTLI_MODE_TEXT) : bytes;
    const cacheControl = type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable';
    const headers: Headers = {
      ...more,
      'content-type': type,
      'content-length': body.length,
      'cache-control': cacheControl,
    };
    replies.set(address, { headers: { ...headers, ...(text && { 'content-encoding': 'br' }) }, body });
  }
  const server = createServer(({ url = '/' }, response) => {
    const reply = replies.get(url.replace(/[?#].*/, '')) ?? replies.get('*');
    if (url === '/favicon.ico') return response.writeHead(204).end();
    return response.writeHead(reply ? 200 : 404, reply?.headers).end(reply?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
