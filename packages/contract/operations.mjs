/** @typedef {Record<string, unknown>} Schema */
/** @typedef {'read' | 'books' | 'act' | 'money'} Access the kind of a desk operation */
/** @typedef {{ name: string, in: 'path' | 'query' | 'header', required?: boolean, schema: Schema }} Parameter */
/** @typedef {{ content?: Record<string, { schema: Schema }> }} Body */

/**
 * Allows a number of calls per key `by`. Headers and the log show the `name`. With `ignoresRefused`, calls answered with
 * 400 or 429 do not count, because the client should repeat them.
 * @typedef {{ name: string, calls: number, seconds: import('@novacore/contract').RateLimitSeconds, ignoresRefused?: boolean,
 *   by: 'address' | 'user' | 'address and user' | 'address and email' }} RateLimit
 */

/**
 * `path` is such as `/user/order/{id}`. Operations with `x-internal` are not published.
 * @typedef {{ operationId: keyof import('@novacore/contract').operations, path: string, parameters: Parameter[],
 *   method: 'get' | 'post' | 'put' | 'patch' | 'delete', requestBody?: Body, responses: Record<string, Body>,
 *   security?: unknown[], 'x-internal'?: boolean, 'x-raw-body'?: boolean, 'x-auth-problem'?: boolean,
 *   'x-rate-limits'?: RateLimit[], 'x-security-events'?: Record<string, string>, 'x-location'?: string,
 *   'x-access'?: Access, 'x-passkey-minutes'?: number }} Operation
 */

/**
 * Returns all operations, with resolved references to parameters and responses.
 * @param {{ paths: object }} contract
 * @returns {Operation[]}
 */
export function operationsOf(contract) {
  /** @param {{ $ref?: string }} part @returns {any} */
  const resolve = (part) => {
    const keys = part.$ref?.slice(2).split('/') ?? [];
    return keys.length ? keys.reduce((/** @type {any} */ node, key) => node[key], contract) : part;
  };
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, reply]) => [status, resolve(reply)]);
      const parameters = (operation.parameters ?? []).map(resolve);
      return { ...operation, path, method, parameters, responses: Object.fromEntries(responses) };
    }),
  );
}

/** Converts `/user/order/{id}` to `/user/order/:id`. @param {string} path */
export const routePath = (path) => path.replace(/\{(\w+)\}/g, ':$1');
