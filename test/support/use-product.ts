import { type Api, apiOf } from './api';
import { startProduct, type TestProduct } from './server';

/** A product for all tests of the file that calls this, and calls of its API. */
export function useProduct(...how: Parameters<typeof startProduct>) {
  const [product, api] = [{} as TestProduct, {} as Api];
  beforeAll(async () => {
    const started = await startProduct(...how);
    // A restart replaces the server.
    Object.assign(product, started);
    Object.defineProperty(product, 'server', { get: () => started.server });
    Object.assign(api, apiOf(started));
  });
  afterAll(() => product.close());
  return { product, api };
}
