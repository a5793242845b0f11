import type { Body, Operation } from '@novacore/contract/operations';
import type { Block } from '../../section';
import { paragraph, section } from './code';
import { lastOf, type Media, mediaOf, operations, type Schema, schemaAt, schemaOf } from './contract';
import { guide, guides } from './guides';

/** The names of the schemas that one refers to: directly, as the items of a list, or as one of several. */
const namesIn = ({ $ref, items, oneOf = [] }: Schema): string[] =>
  $ref ? [lastOf($ref)] : [...(items ? namesIn(items) : []), ...oneOf.flatMap(namesIn)];

const partsOf = (name: string) => Object.values(schemaOf(name).properties ?? {}).flatMap(namesIn);

/** The names of the objects in a schema, the outer ones first. */
function objectsIn(schema: Schema): string[] {
  const names = new Set(namesIn(schema));
  for (const name of names) for (const part of partsOf(name)) names.add(part);
  return [...names].filter((name) => schemaOf(name).properties);
}

const bodiesOf = ({ requestBody, responses }: Operation): Body[] => [
  ...(requestBody ? [requestBody] : []),
  ...Object.values(responses),
];
const objectsOf = (operation: Operation) =>
  bodiesOf(operation).flatMap((body) => objectsIn(mediaOf(body)?.schema ?? {}));

const used = operations.flatMap((operation) => [...new Set(objectsOf(operation))]);

/** This page describes objects that several operations share. */
const shared = [...new Set(used.flatMap(partsOf))].filter((name) => used.indexOf(name) !== used.lastIndexOf(name));

const linkTo = (name: string) => `[${name}](/docs/api/objects#${name})`;
const isShared = ({ $ref = '' }: Schema) => shared.includes(lastOf($ref));

function typeOf(schema: Schema): string {
  const { type, items, properties, oneOf, enum: values, const: value } = schemaAt(schema);
  if (isShared(schema)) return linkTo(lastOf(schema.$ref ?? ''));
  if (properties) return 'object';
  if (oneOf) return oneOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items).replace(/^object$/, 'objects')}`;
  if (value !== undefined) return `always \`${value}\``;
  if (values)
    return values.length > 12 ? 'one of the values in its list' : values.map((each) => `\`${each}\``).join(', ');
  return [type].flat().join(' or ').replace('string', 'text').replace('integer', 'whole number');
}

/** The type of a field with its bounds: `text, 8 to 128 characters`. */
function boundedType(schema: Schema): string {
  const { format, minimum, maximum, minLength, maxLength } = schemaAt(schema);
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    if (to === undefined) return from ? `at least ${from}${unit}` : '';
    return from ? `${from} to ${to}${unit}` : `up to ${to}${unit}`;
  };
  const bounds = [format ?? '', range(minLength, maxLength, ' characters'), range(minimum, maximum, '')];
  return [typeOf(schema), ...bounds].filter(Boolean).join(', ');
}

/** A description as one line. The only one with a table is that of an order's states. */
const inOneLine = (description = '') =>
  description
    .replace(/(^\|.*\n?)+/gm, 'See [States](/docs/orders#states). ')
    .replace(/\s+/g, ' ')
    .trim();

const row = (name: string, schema: Schema, isRequired = false, description?: string) => [
  `\`${name}\``,
  `${boundedType(schema)}${isRequired ? '' : '; optional'}`,
  inOneLine(description ?? schema.description ?? schemaAt(schema).description),
];

/** The fields of an object. Those of an object within it follow as `seller.legalName`. */
const rowsOf = ({ properties = {}, required = [] }: Schema, before = ''): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { oneOf: [first = schema] = [] } = schemaAt(schema);
    const inner = schemaAt(first).items ?? first;
    return [
      row(before + name, schema, required.includes(name)),
      ...(isShared(inner) ? [] : rowsOf(schemaAt(inner), `${before}${name}.`)),
    ];
  });

const tableOf = (caption: string, rows: string[][]): Block => ({
  kind: 'table',
  caption,
  columns: ['Field', 'Type', 'What it is'],
  hasLabels: false,
  rows,
});

/** The fields of an object of the contract. */
export const fieldsTable = (name: string) => tableOf(`Fields of ${name}`, rowsOf(schemaOf(name)));

/** The fields of a body, or where they are described. */
export const fieldsOf = ({ schema }: Media): Block =>
  isShared(schema) ? paragraph(`The body is ${typeOf(schema)}.`) : fieldsTable(lastOf(schema.$ref ?? ''));

export const parameterTable = (parameters: (Operation['parameters'][number] & { description?: string })[]) =>
  tableOf(
    'Parameters',
    parameters.map(({ name, in: place, schema, required, description }) => {
      const [field = '', ...rest] = row(name, schema, required, description);
      return [`${field} in the ${place}`, ...rest];
    }),
  );

const link = { path: '/docs/api/objects', label: 'Objects' };

/** The way from a page of the reference back to the guides. */
export const referenceLinks = [...guides.filter(({ path }) => ['/docs', '/docs/api'].includes(path)), link];

export default guide(
  {
    path: link.path,
    title: link.label,
    description: 'The objects that several operations of the NovaCore API take or return, with all their fields.',
    lead: 'Objects that several operations take or return.',
    blocks: shared.flatMap((name) => [section(name, name), fieldsTable(name)]),
  },
  referenceLinks,
);
