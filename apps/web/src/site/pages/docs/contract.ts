import type { RateLimitSeconds } from '@novacore/contract';
import openapi from '@novacore/contract/openapi.json';
import { type Body, operationsOf } from '@novacore/contract/operations';
import type { Block } from '../../section';

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: string[];
  const?: unknown;
  items?: Schema;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
};

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
const operations = operationsOf(openapi).filter((operation) => !operation['x-internal']);

/** The operations that need no token. */
export const openOperations = operations
  .filter(({ security }) => security?.length === 0)
  .map(({ operationId }) => operationId);

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

const codesOf = ({ content }: Body): string[] => {
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

const windows: Record<RateLimitSeconds, string> = { 60: 'a minute', 600: 'in ten minutes', 3600: 'an hour' };

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
