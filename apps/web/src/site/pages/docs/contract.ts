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
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
};

export type Media = { schema: Schema };

/** The guides read facts about the API from the contract, so that they change with it. */
const schemas: Record<string, object> = openapi.components.schemas;

export const version = openapi.info.version;

export const publicUrl = import.meta.env.PUBLIC_URL as string;

export const lastOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
/** @throws Error if the contract has no such schema. */
export function schemaOf(name: string): Schema {
  const found: Schema | undefined = schemas[name];
  if (!found) throw new Error(`The contract has no ${name}`);
  return found;
}
export const schemaAt = (schema: Schema) => (schema.$ref ? schemaOf(lastOf(schema.$ref)) : schema);

/** The values of an enum of the contract. */
export const valuesOf = (name: string): string[] => schemaOf(name).enum ?? [];

/** Internal operations are not published. */
export const operations = operationsOf(openapi).filter((operation) => !operation['x-internal']);

/** The JSON body of a request or response. */
export const mediaOf = ({ content }: Body) => content?.['application/json'] as Media | undefined;

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

/** The first example of a schema, or one made of its parts. */
export function exampleOf(schema: Schema): unknown {
  const { examples, properties, items, enum: values, const: value } = schemaAt(schema);
  if (examples) return examples[0];
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]));
  return items ? [exampleOf(items)] : (value ?? values?.[0] ?? null);
}

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
