import type { components } from '@novacore/contract';
import type { Schema } from '@novacore/contract/operations';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isEmailAddress } from '../config/email-address';
import { type ContractOperation, contract, contractOperation, type OperationId } from './contract';

type InputError = components['schemas']['InputError'];

/** `npm run check` lints the schemas. Checking them here took a twelfth of the start time. */
const options = { strict: false, allErrors: true, ownProperties: true, validateSchema: false } as const;

function newAjv(components: unknown, more: object = {}) {
  const ajv = new Ajv2020({ ...options, ...more });
  addFormats(ajv);
  // The library's own takes `urn:uuid:` before it, which the database does not.
  ajv.addFormat('uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
  // The library's own takes more characters before the @ than mail servers do.
  ajv.addFormat('email', isEmailAddress);
  return ajv.addSchema({ $id: 'contract', components });
}

const ajv = newAjv(contract.components);
const parameterAjv = newAjv(contract.components, { useDefaults: true });

/** Replies are open for extension to clients. This server may send only what the contract names. */
function closed(schema: unknown, key = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, key));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value, name)]));
  return inner.type === 'object' && inner.properties && key !== 'allOf'
    ? { additionalProperties: false, ...inner }
    : inner;
}

let replyAjv: Ajv2020 | undefined;

/** Points the contract's own references at the registered document. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));

type Part = 'path' | 'query';
interface OperationRequest {
  body: unknown;
  params: unknown;
  query: Record<string, unknown>;
}
interface Validators {
  /** One validator for each part of the request that the operation has. */
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
  // Undeclared query parameters are ignored: caches and monitors add some.
  return parameterAjv.compile({ type: 'object', properties, required });
}

const isInteger = ({ in: part, schema }: ContractOperation['parameters'][number]) =>
  part === 'query' && schema.type === 'integer';

/** Parameters are text. Ajv would read a number as JavaScript does, from `0x10` and ` 16` too. */
function readIntegers(query: Record<string, unknown>, names: string[]) {
  for (const name of names) if (/^\d{1,15}$/.test(String(query[name]))) query[name] = Number(query[name]);
  return query;
}

/** Of an operation without a body. Many clients send `{}` for nothing. */
const noBody = ajv.compile({ type: 'object', additionalProperties: false });

/** Replies are compiled when first checked: they are most of the contract, and production checks none. */
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
  // A raw body is not parsed yet: its handler checks it with `bodyFaults`.
  if (body && !rawBody) request.push((each) => faults(body, each.body ?? null));
  if (!body && method !== 'get') request.push((each) => (each.body === undefined ? [] : faults(noBody, each.body)));
  const replies = [...operation.replies].map(([status, schema]) => [status, compiledLater(schema)] as const);
  return { request, body, replies: new Map(replies) };
}

const validators = new Map<OperationId, Validators>();

/** Compiled with the operation's first request. */
function validatorsOf(id: OperationId): Validators {
  const found = validators.get(id) ?? compile(contractOperation(id));
  validators.set(id, found);
  return found;
}

/** A name as JSON Pointer writes it (RFC 6901, section 3). */
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

/** A body of 16 KB has room for thousands of unknown fields. */
const maxFaults = 20;

/** @returns each part that does not fit the contract, with the first reason; empty where all fits. */
function faults(validate: ValidateFunction | undefined, value: unknown): InputError[] {
  if (!validate || validate(value)) return [];
  const found = (validate.errors ?? []).slice(0, maxFaults).map(toInputError);
  return found.filter(({ path }, index) => found.findIndex((each) => each.path === path) === index);
}

/** Checks a request's parts. Integers in the query are converted, and defaults filled in, in place. */
export const requestFaults = (id: OperationId, request: OperationRequest) =>
  validatorsOf(id).request.flatMap((validate) => validate(request));

/** Checks a body against the operation's schema: for handlers that parse the raw bytes themselves. */
export const bodyFaults = (id: OperationId, body: unknown) => faults(validatorsOf(id).body, body);

/** @returns what keeps this reply from fitting the contract; empty where it fits. */
export function replyFaults(id: OperationId, status: number, body: unknown): InputError[] {
  const { replies } = validatorsOf(id);
  if (!replies.has(status)) return [{ path: '', message: `the contract has no status ${status} for ${id}` }];
  const validate = replies.get(status)?.();
  if (!validate) return body === undefined ? [] : [{ path: '', message: `${status} has no body in the contract` }];
  return faults(validate, body);
}
