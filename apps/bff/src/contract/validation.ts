import type { components } from '@novacore/contract';
import type { Schema } from '@novacore/contract/operations';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isEmailAddress } from '../config/email-address';
import { type ContractOperation, contract, contractOperation, type OperationId } from './contract';

type InputError = components['schemas']['InputError'];

/** `npm run check` validates the schemas, because that would slow down the start. */
const options = { strict: false, allErrors: true, ownProperties: true, validateSchema: false } as const;

function newAjv(components: unknown, more: object = {}) {
  const ajv = new Ajv2020({ ...options, ...more });
  addFormats(ajv);
  // The library's format accepts `urn:uuid:`, which the database refuses.
  ajv.addFormat('uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
  // The library's format accepts more characters than mail servers.
  ajv.addFormat('email', isEmailAddress);
  return ajv.addSchema({ $id: 'contract', components });
}

const ajv = newAjv(contract.components);
const parameterAjv = newAjv(contract.components, { useDefaults: true });

/** Clients must accept new fields, but this server may send only fields of the contract. */
function closed(schema: unknown, key = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, key));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value, name)]));
  return inner.type === 'object' && inner.properties && key !== 'allOf'
    ? { additionalProperties: false, ...inner }
    : inner;
}

let replyAjv: Ajv2020 | undefined;

/** Makes references point to the registered document. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));

type Part = 'path' | 'query';
interface OperationRequest {
  body: unknown;
  params: unknown;
  query: Record<string, unknown>;
}
interface Validators {
  /** One validator per part of the request. */
  request: ((request: OperationRequest) => InputError[])[];
  body?: ValidateFunction;
  replies: Map<number, () => ValidateFunction | undefined>;
}

/** @returns undefined if the operation has no such parameters */
function parameterValidator({ parameters }: ContractOperation, part: Part): ValidateFunction | undefined {
  const declared = parameters.filter((parameter) => parameter.in === part);
  if (!declared.length) return undefined;
  const properties = Object.fromEntries(declared.map(({ name, schema }) => [name, absolute(schema)]));
  const required = declared.filter((parameter) => parameter.required).map(({ name }) => name);
  // We ignore other query parameters, because caches and monitors add some.
  return parameterAjv.compile({ type: 'object', properties, required });
}

const isInteger = ({ in: part, schema }: ContractOperation['parameters'][number]) =>
  part === 'query' && schema.type === 'integer';

/** Ajv's own conversion would accept `0x10` and ` 16`. */
function readIntegers(query: Record<string, unknown>, names: string[]) {
  for (const name of names) if (/^\d{1,15}$/.test(String(query[name]))) query[name] = Number(query[name]);
  return query;
}

/** Many clients send `{}` instead of no body. */
const noBody = ajv.compile({ type: 'object', additionalProperties: false });

/** Compiles a reply when it is first checked, because production checks none. */
const compiledLater = (schema: Schema | undefined) => {
  let validate: ValidateFunction | undefined;
  return () => {
    if (!schema) return undefined;
    replyAjv ??= newAjv(closed(contract.components));
    validate ??= replyAjv.compile(closed(absolute(schema)) as Schema);
    return validate;
  };
};

function compile(operation: ContractOperation): Validators {
  const { method, parameters, rawBody } = operation;
  const path = parameterValidator(operation, 'path');
  const query = parameterValidator(operation, 'query');
  const integers = parameters.filter(isInteger).map(({ name }) => name);
  const body = operation.body && ajv.compile(absolute(operation.body));
  const request: Validators['request'] = [];
  if (path) request.push(({ params }) => faults(path, params));
  if (query) request.push((each) => faults(query, readIntegers(each.query, integers)));
  // The handler of a raw body checks it with `bodyFaults`.
  if (body && !rawBody) request.push((each) => faults(body, each.body ?? null));
  if (!body && method !== 'get') request.push((each) => (each.body === undefined ? [] : faults(noBody, each.body)));
  const replies = [...operation.replies].map(([status, schema]) => [status, compiledLater(schema)] as const);
  return { request, body, replies: new Map(replies) };
}

const validators = new Map<OperationId, Validators>();

/** Compiles the validators with the first request. */
function validatorsOf(id: OperationId): Validators {
  const found = validators.get(id) ?? compile(contractOperation(id));
  validators.set(id, found);
  return found;
}

/** Escapes a name for JSON Pointer (RFC 6901, section 3). */
const pointerTo = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function messageOf({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return 'is not a field of this operation';
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`;
  return message ?? 'does not fit';
}

function toInputError(error: ErrorObject): InputError {
  const { instancePath, params } = error;
  const name = params.missingProperty ?? params.additionalProperty;
  const path = name === undefined ? instancePath : `${instancePath}/${pointerTo(String(name).slice(0, 100))}`;
  return { path, message: messageOf(error) };
}

/** A body of 16 KB can contain thousands of unknown fields. */
const maxFaults = 20;

/** @returns the first fault of each part that does not fit the contract */
function faults(validate: ValidateFunction | undefined, value: unknown): InputError[] {
  if (!validate || validate(value)) return [];
  const found = (validate.errors ?? []).slice(0, maxFaults).map(toInputError);
  return found.filter(({ path }, index) => found.findIndex((each) => each.path === path) === index);
}

/** Also converts integers and fills in defaults in `request.query`. */
export const requestFaults = (id: OperationId, request: OperationRequest) =>
  validatorsOf(id).request.flatMap((validate) => validate(request));

/** For handlers that parse the raw bytes themselves. */
export const bodyFaults = (id: OperationId, body: unknown) => faults(validatorsOf(id).body, body);

/** @returns the faults of a reply; empty if it fits the contract */
export function replyFaults(id: OperationId, status: number, body: unknown): InputError[] {
  const { replies } = validatorsOf(id);
  if (!replies.has(status)) return [{ path: '', message: `the contract has no status ${status} for ${id}` }];
  const validate = replies.get(status)?.();
  if (!validate) return body === undefined ? [] : [{ path: '', message: `${status} has no body in the contract` }];
  return faults(validate, body);
}
