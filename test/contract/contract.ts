import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { projectRoot } from '../support/paths';

export interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}
interface Content {
  content?: Record<string, { schema: Schema; examples?: Record<string, { $ref: string }> }>;
}
interface Reply extends Content {
  headers?: Record<string, { $ref?: string; required?: boolean }>;
}
interface RawOperation {
  operationId: string;
  security?: object[];
  requestBody?: Content;
  responses: Record<string, object>;
  'x-auth-problem'?: boolean;
  'x-internal'?: boolean;
}

/** An operation of openapi.yaml, with its references resolved. */
export interface Operation {
  id: string;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  needsToken: boolean;
  body?: Schema;
  /** The media type of the body, or empty without a body. */
  type: string;
  replies: Record<string, Reply>;
  /** The documented failures. */
  failures: { status: number; code: string }[];
  /** True if problems have `message`, as those of login and sign-up do. */
  hasAuthProblems: boolean;
  /** True for staff operations. Others get 404. */
  isDesk: boolean;
  /** True if the published contract leaves it out. */
  isInternal: boolean;
}

export const contract = parse(readFileSync(join(projectRoot, 'openapi.yaml'), 'utf8'));

const formType = 'application/x-www-form-urlencoded';

/** A body as text, as its media type writes it. */
export function written(body: unknown, type: string): string {
  if (type !== formType) return JSON.stringify(body);
  return new URLSearchParams(Object.entries(Object(body)).map(([name, value]) => [name, String(value)])).toString();
}

/** Follows `#/components/…`. */
export function resolve<T = Schema>(node: { $ref?: string }): T {
  const keys = node.$ref?.slice(2).split('/') ?? [];
  return (node.$ref ? keys.reduce((parent, key) => parent[key], contract) : node) as T;
}

const problemType = 'application/problem+json';

function failuresOf([status, { content }]: [string, Reply]) {
  const parts = (content?.[problemType]?.schema.allOf ?? []) as Schema[];
  const codes = parts.flatMap(({ properties }) => (properties?.code?.enum as string[] | undefined) ?? []);
  return codes.map((code) => ({ status: Number(status), code }));
}

function operationOf(path: string, method: string, raw: RawOperation): Operation {
  const replies = Object.entries(raw.responses).map(([status, reply]) => [status, resolve<Reply>(reply)] as const);
  const content = raw.requestBody?.content ?? {};
  const [type = ''] = Object.keys(content);
  const body = content[type]?.schema;
  return {
    id: raw.operationId,
    method: method as Operation['method'],
    path,
    needsToken: !raw.security,
    body: body && resolve(body),
    type,
    replies: Object.fromEntries(replies),
    failures: replies.flatMap((reply) => failuresOf([...reply])),
    hasAuthProblems: raw['x-auth-problem'] === true,
    isDesk: path.startsWith('/desk/'),
    isInternal: raw['x-internal'] === true,
  };
}

export const allOperations = Object.entries<Record<string, RawOperation>>(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => operationOf(path, method, raw)),
);

/** All operations except the desk's. */
export const operations = allOperations.filter(({ isDesk }) => !isDesk);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: 'contract', components: contract.components });

/** Compiled schemas. */
const validators = new Map<string, ValidateFunction>();

/** Returns why a value does not match a schema of the contract, or nothing if it matches. */
export function misfitsOf(schema: Schema, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`);
}

/** Returns why a reply is not one that the operation documents: status, headers, content type or body. */
export function replyMisfits(
  { replies, hasAuthProblems }: Operation,
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
): string[] {
  const reply = replies[status];
  if (!reply) return [`${status} is not documented: ${text}`];
  const missing = Object.entries(reply.headers ?? {})
    .filter(([name, header]) => resolve<{ required?: boolean }>(header).required && !headers[name.toLowerCase()])
    .map(([name]) => `${status} has no ${name}`);
  const [type, media] = Object.entries(reply.content ?? {})[0] ?? [];
  if (!type || !media) return text ? [...missing, `${status} has a body`] : missing;
  if (headers['content-type'] !== `${type}; charset=utf-8`)
    return [...missing, `${status} is ${headers['content-type']}`];
  if (type === 'text/csv') return missing;
  const body = JSON.parse(text);
  const message = type === problemType && !hasAuthProblems && 'message' in body ? ['the problem has a message'] : [];
  return [...missing, ...message, ...misfitsOf(media.schema, body)];
}
