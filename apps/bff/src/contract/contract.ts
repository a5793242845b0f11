import type { Refusals } from '@novacore/contract';
import openapi from '@novacore/contract/openapi.json';
import {
  type Access,
  type Body,
  type Operation,
  operationsOf,
  type Parameter,
  type RateLimit,
  type Schema,
} from '@novacore/contract/operations';

export type OperationId = Operation['operationId'];

export interface ContractOperation {
  id: OperationId;
  method: Operation['method'];
  /** Such as `/user/order/{id}`. */
  path: string;
  successStatus: number;
  secured: boolean;
  /** The token is optional. */
  optionalToken: boolean;
  /** The handler gets the bytes, to check their signature before it parses them. */
  rawBody: boolean;
  /** The body is a form, not JSON. */
  form: boolean;
  /** Failures also have `success: false` and `message`. */
  authProblem: boolean;
  rateLimits: RateLimit[];
  /** Events of the security log by status. */
  securityEvents: Record<number, string>;
  /** `Location` of the created object, a path with `{id}` of the reply. */
  location?: string;
  /** Set for staff operations. `passkeyMinutes` is the maximum age of the passkey login; 0 means no maximum. */
  desk?: { access: Access; passkeyMinutes: number };
  parameters: Parameter[];
  body?: Schema;
  /** Schema of each body by status, or undefined for a reply without a body. */
  replies: Map<number, Schema | undefined>;
}

export const formType = 'application/x-www-form-urlencoded';

/** The version of the product, which is that of its contract. */
export const { version } = openapi.info;

export const contract: { components: Schema } = openapi;

export const refusals: Record<keyof Refusals, { status: number; code?: string; title: string }> = openapi['x-refusals'];

const schemaOf = (body?: Body) => Object.values(body?.content ?? {})[0]?.schema;

function toOperation(raw: Operation): ContractOperation {
  const { 'x-rate-limits': rateLimits, 'x-security-events': securityEvents } = raw;
  const { 'x-access': access, 'x-passkey-minutes': passkeyMinutes = 0 } = raw;
  if (!rateLimits || !securityEvents)
    throw new Error(`${raw.operationId}: ${rateLimits ? 'x-security-events' : 'x-rate-limits'} is missing`);
  const replies = Object.entries(raw.responses).map(([status, reply]) => [Number(status), schemaOf(reply)] as const);
  return {
    id: raw.operationId,
    method: raw.method,
    path: raw.path,
    successStatus: Math.min(...replies.map(([status]) => status)),
    secured: !raw.security,
    optionalToken: raw.security?.length === 2,
    rawBody: raw['x-raw-body'] === true,
    form: raw.requestBody?.content?.[formType] !== undefined,
    authProblem: raw['x-auth-problem'] === true,
    rateLimits,
    securityEvents,
    location: raw['x-location'],
    desk: access && { access, passkeyMinutes },
    parameters: raw.parameters,
    body: schemaOf(raw.requestBody),
    replies: new Map(replies),
  };
}

export const contractOperations: ReadonlyMap<OperationId, ContractOperation> = new Map(
  operationsOf(openapi).map((operation) => [operation.operationId, toOperation(operation)]),
);

export function contractOperation(id: OperationId): ContractOperation {
  const operation = contractOperations.get(id);
  if (!operation) throw new Error(`openapi.yaml has no operation ${id}`);
  return operation;
}
