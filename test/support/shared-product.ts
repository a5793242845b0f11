import { type ProductAccess, sandboxAt } from './server';

/** Settings of the shared product, which global-setup starts. */
export const sharedSettings = { JWT_SECRET: 'a secret of the test run, with more than 32 bytes' };

/**
 * A product that runs during the whole test run, without throttle. For tests that use only what they have made: no
 * restarts, no faults of the sandbox, no counting of all orders.
 */
export const sharedProduct: ProductAccess = {
  url: process.env.SHARED_PRODUCT_URL ?? '',
  sandbox: sandboxAt(process.env.SHARED_SANDBOX_URL ?? ''),
};
