import type { RateLimitSeconds } from '@novacore/contract';
import openapi from '@novacore/contract/openapi.json';
import { type Body, type Operation, operationsOf } from '@novacore/contract/operations';
import type { Block } from '../../section';

export type Schema = {
  $ref?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  required?: string[];
  examples?: unknown[];
  type?: string | string[];
  description?: string;
  enum?: string[];
  const?: unknown;
  items?: Schema;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
};

export type Media = { schema: Schema };

/** The guides read facts about the API from the contract, so that they change with it. */
const schemas: Record<string, object> = openapi.components.schemas;

export const version = openapi.info.version;

export const publicUrl = import.meta.env.PUBLIC_URL as string;

const lastOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
/** @throws Error if the contract has no such schema. */
function schemaOf(name: string): Schema {
  const found: Schema | undefined = schemas[name];
  if (!found) throw new Error(`The contract has no ${name}`);
  return found;
}
const schemaAt = (schema: Schema) => (schema.$ref ? schemaOf(lastOf(schema.$ref)) : schema);

/** The values of an enum of the contract. */
export const valuesOf = (name: string): string[] => schemaOf(name).enum ?? [];

/** Internal operations are not published. */
export const operations = operationsOf(openapi).filter((operation) => !operation['x-internal']);

/** The operations that need no token. */
export const isOpen = ({ security }: Operation) => security?.length === 0;
export const openOperations = operations.filter(isOpen).map(({ operationId }) => operationId);

/** The table in an enum's description, as the guide shows it. @throws Error where a value has no row. */
export function meaningsOf(name: string): { columns: string[]; rows: string[][] } {
  const lines = (schemaOf(name).description ?? '').match(/^\|.*\|$/gm) ?? [];
  const [columns = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const missing = valuesOf(name).filter((value) => !rows.some(([first]) => first === `\`${value}\``));
  if (missing.length) throw new Error(`The contract does not say what ${missing} of ${name} means`);
  return { columns, rows };
}

export const codesOf = ({ content }: Body): string[] => {
  const { allOf = [] }: Schema = content?.['application/problem+json']?.schema ?? {};
  return allOf.flatMap((part) => part.properties?.code?.enum ?? []);
};

/** The operations that may answer with a problem code, by status. */
export function operationsByStatus(code: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { operationId, responses } of operations)
    for (const [status, response] of Object.entries(responses))
      if (codesOf(response).includes(code)) found.set(status, [...(found.get(status) ?? []), operationId]);
  return found;
}

const typeOf = (schema: Schema): string => {
  const { type, items, enum: values } = schemaAt(schema);
  if (values) return 'text, one of a few';
  if (items) return `list of ${schema.items?.$ref ? lastOf(schema.items.$ref) : typeOf(items)}`;
  return [type].flat().join(' or ').replace('string', 'text').replace('integer', 'whole number');
};

/** A description as one line. The only one with a table is that of an order's states. */
const inOneLine = (description = '') =>
  description
    .replace(/(^\|.*\n?)+/gm, 'See [States](/docs/orders#states). ')
    .replace(/\s+/g, ' ')
    .trim();

/** The fields of an object of the contract, as a table. */
export function fieldsTable(name: string): Block {
  const rows = Object.entries(schemaOf(name).properties ?? {}).map(([field, schema]) => [
    `\`${field}\``,
    typeOf(schema),
    inOneLine(schema.description ?? schemaAt(schema).description),
  ]);
  return { kind: 'table', caption: `Fields of ${name}`, columns: ['Field', 'Type', 'What it is'], rows };
}

/** The name of a schema that is referred to, directly or as the items of a list. */
const nameIn = ({ $ref, items }: Schema): string[] => ($ref ? [lastOf($ref)] : items ? nameIn(items) : []);

/** The names of the objects in a schema, each once, the outer ones first. */
export function objectsIn(schema: Schema): string[] {
  const names = new Set(nameIn(schema));
  for (const name of names)
    for (const field of Object.values(schemaOf(name).properties ?? {}))
      for (const each of nameIn(field)) names.add(each);
  return [...names].filter((name) => schemaOf(name).properties);
}

/** The first example of a schema, or one made of its parts. */
export function exampleOf(schema: Schema): unknown {
  const { examples, properties, items, enum: values, const: value } = schemaAt(schema);
  if (examples) return examples[0];
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]));
  return items ? [exampleOf(items)] : (value ?? values?.[0] ?? null);
}

/** The type of a field with its bounds: `text, 8 to 128 characters`. */
function boundedType(schema: Schema): string {
  const { enum: values, const: value, format, minimum, maximum, minLength, maxLength } = schemaAt(schema);
  if (value !== undefined) return `always \`${value}\``;
  if (values)
    return values.length > 12 ? 'one of the values in its list' : values.map((each) => `\`${each}\``).join(', ');
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    if (to === undefined) return from ? `at least ${from}${unit}` : '';
    return from ? `${from} to ${to}${unit}` : `up to ${to}${unit}`;
  };
  const bounds = [format ?? '', range(minLength, maxLength, ' characters'), range(minimum, maximum, '')];
  return [typeOf(schema), ...bounds].filter(Boolean).join(', ');
}

const row = (name: string, schema: Schema, isRequired = false, description?: string) => [
  `\`${name}\``,
  `${boundedType(schema)}${isRequired ? '' : '; optional'}`,
  inOneLine(description ?? schema.description ?? schemaAt(schema).description),
];

const columns = ['Field', 'Type', 'What it is'];

export const schemaTable = (name: string): Block => {
  const { properties = {}, required = [] } = schemaOf(name);
  const rows = Object.entries(properties).map(([field, schema]) => row(field, schema, required.includes(field)));
  return { kind: 'table', caption: name, columns, rows };
};

export const parameterTable = (parameters: (Operation['parameters'][number] & { description?: string })[]): Block => ({
  kind: 'table',
  caption: 'Parameters',
  columns: ['Name', 'Type', 'What it is'],
  rows: parameters.map(({ name, in: place, schema, required, description }) => {
    const [field = '', ...rest] = row(name, schema, required, description);
    return [`${field} in the ${place}`, ...rest];
  }),
});

const windows: Record<RateLimitSeconds, string> = { 60: 'a minute', 600: 'in ten minutes', 3600: 'an hour' };

/** The limits of one operation, a sentence each. */
export const limitsOf = (operation: Operation) =>
  (operation['x-rate-limits'] ?? []).map(
    ({ calls, seconds, by, ignoresRefused }) =>
      `${calls} calls ${windows[seconds]}, counted by ${by}${ignoresRefused ? ', without calls that answer 400 or 429' : ''}.`,
  );

/** The limits that the server enforces, as a table. */
export function limitsTable(): Block {
  const names = new Map(
    operations.flatMap((operation) => (operation['x-rate-limits'] ?? []).map((limit) => [limit.name, limit])),
  );
  const rows = [...names.values()].map(({ name, calls, seconds, by, ignoresRefused }) => {
    const limited = operations.filter((operation) => operation['x-rate-limits']?.some((limit) => limit.name === name));
    const counted = ignoresRefused ? `${by}, without calls that answer 400 or 429` : by;
    return [limited.map(({ operationId }) => `\`${operationId}\``).join(', '), `${calls} ${windows[seconds]}`, counted];
  });
  return { kind: 'table', caption: 'Rate limits', columns: ['Operations, together', 'Calls', 'Counted by'], rows };
}
