import createQueryHooks, { type OpenapiQueryClient } from 'openapi-react-query';
import type { Client, ClientPaths } from './index.js';
import { asProblem } from './problem.js';

/** TanStack Query hooks for the operations of the contract. Their errors are `Problem`s. */
export const createHooks = (client: Client): OpenapiQueryClient<ClientPaths> => createQueryHooks(client);

/** Use it as `retry` of queries. Allows two retries after a temporary failure. */
export const retryQuery = (failures: number, thrown: unknown) => failures < 2 && asProblem(thrown).status >= 500;
