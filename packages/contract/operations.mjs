// The table of a contract's operations.

/** @typedef {import('@novacore/contract').operations} operations */
/** @typedef {import('@novacore/contract').components['schemas']['DeskRole']} Role */
/** @typedef {Record<string, unknown>} Schema */

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'path' | 'query' | 'header'} in
 * @property {boolean} [required]
 * @property {Schema} schema
 */

/** @typedef {{ content?: Record<string, { schema: Schema }> }} Body */

/**
 * Allows a number of `calls` in `seconds`, counted by what identifies the client.
 * @typedef {object} RateLimit
 * @property {string} name Names its counters, and the limit in headers and log.
 * @property {number} calls
 * @property {number} seconds
 * @property {'address' | 'user' | 'address and user' | 'address and email'} by
 * @property {boolean} [ignoresRefused] Calls answered 400 or 429 do not count: the client is asked to send them again.
 */

/**
 * @typedef {object} Operation
 * @property {keyof operations} operationId
 * @property {'get' | 'post' | 'put' | 'patch' | 'delete'} method
 * @property {string} path As in the contract: `/user/order/{id}`.
 * @property {string} summary
 * @property {string} [description]
 * @property {Parameter[]} parameters
 * @property {Body} [requestBody]
 * @property {Record<string, Body>} responses
 * @property {unknown[]} [security]
 * @property {boolean} [x-raw-body]
 * @property {boolean} [x-auth-problem]
 * @property {RateLimit[]} [x-rate-limits]
 * @property {Record<string, string>} [x-security-events]
 * @property {string} [x-location]
 * @property {Role} [x-role]
 * @property {number} [x-passkey-minutes]
 */

/**
 * Every operation of a contract. References to parameters and responses are resolved.
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

/** A path of the contract in a router's notation: `/user/order/:id`. @param {string} path */
export const routePath = (path) => path.replace(/\{(\w+)\}/g, ':$1');
