import type { components, operations } from '../../../../packages/contract/whole.gen';
import { openapi } from '../generated/openapi';

export type OperationId = keyof operations;
export type Schema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}
interface Body {
  content?: Record<string, { schema: Schema }>;
}
/** `calls` in `seconds`, counted by what identifies the client. */
export interface RateLimit {
  /** Names its counters, and the limit in headers and log. */
  name: string;
  calls: number;
  seconds: number;
  by: 'address' | 'user' | 'address and user' | 'address and email';
  /** Calls answered 400 or 429 do not count: the client is asked to send them again. */
  ignoresRefused?: boolean;
}
interface RawOperation {
  operationId: OperationId;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Record<string, Body | { $ref: string }>;
  security?: unknown[];
  'x-raw-body'?: boolean;
  'x-auth-problem'?: boolean;
  'x-rate-limits'?: RateLimit[];
  'x-security-events'?: Record<string, string>;
  'x-location'?: string;
  'x-role'?: Role;
  'x-passkey-minutes'?: number;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];

export type Role = components['schemas']['DeskRole'];

/** One operation of openapi.yaml, as the server needs it. */
export interface ContractOperation {
  id: OperationId;
  method: Method;
  /** As in the contract: `/user/order/{id}`. */
  path: string;
  successStatus: number;
  secured: boolean;
  /** The handler gets the bytes: the body is checked for a signature before it is parsed. */
  rawBody: boolean;
  /** The body is a form, not JSON. */
  form: boolean;
  /** Failures carry `success: false` and `message` too. */
  authProblem: boolean;
  rateLimits: RateLimit[];
  /** What the security log calls a reply, by status. Empty: the operation is not a security event. */
  securityEvents: Record<number, string>;
  /** `Location` of what the operation creates: a path of the contract, with `{id}` of the reply. */
  location?: string;
  /** For staff only: the role that the caller needs, and how many minutes ago the caller may have used a passkey; 0: ever or never. */
  desk?: { role: Role; passkeyMinutes: number };
  parameters: Parameter[];
  body?: Schema;
  /** Schema of each reply's body by status; undefined where a reply has none. */
  replies: Map<number, Schema | undefined>;
}

export const formType = 'application/x-www-form-urlencoded';

export const contract: { paths: Record<string, Record<string, RawOperation>>; components: Schema } = openapi;

function resolve<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value;
  const keys = value.$ref.slice(2).split('/');
  return keys.reduce<unknown>((node, key) => (node as Schema)[key], contract) as T;
}

const schemaOf = (body?: Body) => Object.values(body?.content ?? {})[0]?.schema;

const isMethod = (method: string): method is Method => (methods as readonly string[]).includes(method);

function toOperation(path: string, method: string, raw: RawOperation): ContractOperation {
  if (!isMethod(method)) throw new Error(`${raw.operationId}: ${method} is not supported`);
  const { 'x-rate-limits': rateLimits, 'x-security-events': securityEvents } = raw;
  const { 'x-role': role, 'x-passkey-minutes': passkeyMinutes = 0 } = raw;
  if (!rateLimits || !securityEvents)
    throw new Error(`${raw.operationId}: ${rateLimits ? 'x-security-events' : 'x-rate-limits'} is missing`);
  const replies = Object.entries(raw.responses).map(
    ([status, reply]) => [Number(status), schemaOf(resolve(reply))] as const,
  );
  return {
    id: raw.operationId,
    method,
    path,
    successStatus: Math.min(...replies.map(([status]) => status)),
    secured: raw.security?.length !== 0,
    rawBody: raw['x-raw-body'] === true,
    form: raw.requestBody?.content?.[formType] !== undefined,
    authProblem: raw['x-auth-problem'] === true,
    rateLimits,
    securityEvents,
    location: raw['x-location'],
    desk: role && { role, passkeyMinutes },
    parameters: (raw.parameters ?? []).map(resolve<Parameter>),
    body: schemaOf(raw.requestBody),
    replies: new Map(replies),
  };
}

/** Every operation of the contract by its id. */
export const contractOperations: ReadonlyMap<OperationId, ContractOperation> = new Map(
  Object.entries(contract.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, raw]) => toOperation(path, method, raw)))
    .map((operation) => [operation.id, operation]),
);

/** A path of the contract as the router takes it, below `/api`: `/user/order/:id`. */
export const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

export function contractOperation(id: OperationId): ContractOperation {
  const operation = contractOperations.get(id);
  if (!operation) throw new Error(`openapi.yaml has no operation ${id}`);
  return operation;
}
