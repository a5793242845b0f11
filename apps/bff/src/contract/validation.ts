import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { InputError } from '../problem/problem';
import { type ContractOperation, contract, contractOperations, type OperationId, type Schema } from './contract';

/** The schemas themselves are the linter's to check (`npm run check`): here it took a twelfth of a start. */
const options = { strict: false, allErrors: false, ownProperties: true, validateSchema: false } as const;
const ajv = new Ajv2020(options);
const parameterAjv = new Ajv2020({ ...options, useDefaults: true });
for (const each of [ajv, parameterAjv]) {
  addFormats(each);
  // The library's own takes `urn:uuid:` before it, which the database does not.
  each.addFormat('uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
  each.addSchema({ $id: 'contract', components: contract.components });
}

/** Points the contract's own references at the registered document. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));

type Part = 'path' | 'query';
interface Validators {
  body?: ValidateFunction;
  path: ValidateFunction;
  query: ValidateFunction;
  /** The parameters of the query that are whole numbers. */
  integers: string[];
  replies: Map<number, () => ValidateFunction | undefined>;
}

function parameterSchema({ parameters }: ContractOperation, part: Part): Schema {
  const own = parameters.filter((parameter) => parameter.in === part);
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, absolute(schema)]));
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
  // A parameter that nobody declared is ignored, as everywhere on the web: caches and monitors add their own.
  return { type: 'object', properties, required };
}

const isInteger = ({ in: part, schema }: ContractOperation['parameters'][number]) =>
  part === 'query' && schema.type === 'integer';

/** Parameters are text. Ajv would read a number as JavaScript does, from `0x10` and ` 16` too. */
function readIntegers(query: Record<string, unknown>, names: string[]) {
  for (const name of names) if (/^\d{1,15}$/.test(String(query[name]))) query[name] = Number(query[name]);
  return query;
}

/** Ajv keeps what it has compiled for a schema, so asking again costs nothing. */
const compiledLater = (schema: Schema | undefined) => {
  const own = schema && absolute(schema);
  return () => own && ajv.compile(own);
};

function compile(operation: ContractOperation): Validators {
  // Most of the contract is replies, and production checks none: compiling them all was a third of a start.
  const replies = [...operation.replies].map(([status, schema]) => [status, compiledLater(schema)] as const);
  return {
    body: operation.body && ajv.compile(absolute(operation.body)),
    path: parameterAjv.compile(parameterSchema(operation, 'path')),
    query: parameterAjv.compile(parameterSchema(operation, 'query')),
    integers: operation.parameters.filter(isInteger).map(({ name }) => name),
    replies: new Map(replies),
  };
}

const validators = new Map([...contractOperations.values()].map((operation) => [operation.id, compile(operation)]));

function validatorsOf(id: OperationId): Validators {
  const found = validators.get(id);
  if (!found) throw new Error(`openapi.yaml has no operation ${id}`);
  return found;
}

/** A name as JSON Pointer writes it (RFC 6901, section 3). */
const pointerTo = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function toInputError({ instancePath, message, params }: ErrorObject): InputError {
  const name = params.missingProperty ?? params.additionalProperty;
  const path = name === undefined ? instancePath : `${instancePath}/${pointerTo(String(name).slice(0, 100))}`;
  return {
    path,
    message: params.additionalProperty ? 'is not a field of this operation' : (message ?? 'does not fit'),
  };
}

/** @returns what does not fit the contract; empty where all does. */
function faults(validate: ValidateFunction | undefined, value: unknown): InputError[] {
  return !validate || validate(value) ? [] : (validate.errors ?? []).map(toInputError);
}

/** Checks a request's parts; whole numbers in `query` are converted, and defaults filled in, in place. */
export function requestFaults(
  id: OperationId,
  request: { body: unknown; params: unknown; query: Record<string, unknown> },
  rawBody: boolean,
) {
  const { body, path, query, integers } = validatorsOf(id);
  return [
    ...faults(path, request.params ?? {}),
    ...faults(query, readIntegers(request.query, integers)),
    ...(rawBody ? [] : faults(body, request.body ?? null)),
  ];
}

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
