import createQueryHooks from 'openapi-react-query';
import type { Client } from './index.js';
import { asProblem } from './problem.js';

/** The operations of the contract as TanStack Query hooks. A hook throws, or has as its `error`, a `Problem`. */
export const createHooks = (client: Client) => createQueryHooks(client);

/** For the `retry` of queries: two more tries, and only after a failure that may pass. */
export const retryQuery = (failures: number, thrown: unknown) => failures < 2 && asProblem(thrown).status >= 500;
