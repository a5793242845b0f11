import openapi from '@novacore/contract/openapi.json';
import type { Body, Operation } from '@novacore/contract/operations';
import type { Page } from '../../page';
import type { Block } from '../../section';
import { paragraph, section } from './code';
import {
  codesOf,
  exampleOf,
  isOpen,
  limitsOf,
  mediaOf,
  operations,
  operationsByStatus,
  publicUrl,
  type Schema,
} from './contract';
import { adviceFor } from './error-advice';
import { guide } from './guides';
import { fieldsOf, parameterTable, referenceLinks } from './objects';

type Described = Operation & { summary: string; description?: string; tags: string[] };
const described = operations as Described[];

const pathOf = ({ operationId }: Described) => `/docs/api/${operationId}`;
const json = (value: unknown) => JSON.stringify(value, null, 2);
const paragraphs = (markdown = '') =>
  markdown
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map(paragraph);

const example = ({
  schema,
  example = exampleOf(schema as Schema),
}: Operation['parameters'][number] & { example?: unknown }) => String(example);

function curl(operation: Described): Block {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters.find((each) => each.name === name);
    return parameter ? example(parameter) : name;
  });
  const media = operation.requestBody && mediaOf(operation.requestBody);
  const method = operation.method === 'get' || media ? '' : `-X ${operation.method.toUpperCase()} `;
  const lines = [
    `curl -sS ${method}"$NOVACORE/api${path}"`,
    ...(isOpen(operation) ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(media ? [`--json '${json(exampleOf(media.schema)).replaceAll("'", "'\\''")}'`] : []),
  ];
  return { kind: 'code', language: 'sh', title: 'curl', code: lines.join(' \\\n  ') };
}

function typescript(operation: Described): Block {
  const media = operation.requestBody && mediaOf(operation.requestBody);
  const inPath = operation.parameters.filter((each) => each.in === 'path');
  const path = Object.fromEntries(inPath.map((each) => [each.name, example(each)]));
  const options = {
    ...(inPath.length && { params: { path } }),
    ...(media && { body: exampleOf(media.schema) }),
  };
  const given = Object.keys(options).length ? `, ${json(options).replace(/"(\w+)":/g, '$1:')}` : '';
  const code = `const { data, error } = await api.${operation.method.toUpperCase()}('${operation.path}'${given});
if (error) throw new Error(error.code);`;
  return { kind: 'code', language: 'ts', title: 'TypeScript', code };
}

function request(operation: Described): Block[] {
  const media = operation.requestBody && mediaOf(operation.requestBody);
  if (!operation.parameters.length && !media) return [];
  return [
    section('request', 'Request'),
    ...(operation.parameters.length ? [parameterTable(operation.parameters)] : []),
    ...(media ? [fieldsOf(media)] : []),
  ];
}

const isSuccess = ([status]: [string, unknown]) => status < '400';

function success([status, response]: [string, Body & { description?: string }]): Block[] {
  const media = mediaOf(response);
  const text = paragraph(`**${status}** ${response.description ?? ''}`);
  if (!media) return [text];
  const title = `Example of ${status}`;
  const sample: Block = { kind: 'code', language: 'json', title, code: json(exampleOf(media.schema)) };
  return [text, fieldsOf(media), sample];
}

const linkTo = (code: string) => `[\`${code}\`](/docs/errors#${code})`;

/** Codes of most operations are only named: what to do about them is the same everywhere. */
const isCommon = (code: string) => [...operationsByStatus(code).values()].flat().length > described.length / 2;

function failures({ responses }: Described): Block[] {
  const found = Object.entries(responses).flatMap(([status, response]) =>
    codesOf(response).map((code) => ({ status, code })),
  );
  const rows = found
    .filter(({ code }) => !isCommon(code))
    .map(({ status, code }) => [status, linkTo(code), adviceFor(code).means, adviceFor(code).todo]);
  const columns = ['Status', 'Code', 'What it means', 'What to do'];
  const common = found.filter(({ code }) => isCommon(code)).map(({ status, code }) => `${status} ${linkTo(code)}`);
  return [
    ...(rows.length ? [{ kind: 'table' as const, caption: 'Failures', columns, rows }] : []),
    paragraph(`Most operations can also fail with these: ${common.join(', ')}. Each leads to what to do.`),
  ];
}

function blocksOf(operation: Described): Block[] {
  const limits = limitsOf(operation);
  const token = isOpen(operation) ? 'It needs no token.' : 'It needs a [token](/docs/tokens).';
  return [
    paragraph(`**${operation.method.toUpperCase()}** \`/api${operation.path}\` · ${token}`),
    ...paragraphs(operation.description),
    section('samples', 'Samples'),
    curl(operation),
    typescript(operation),
    ...request(operation),
    section('responses', 'Responses'),
    ...Object.entries(operation.responses).filter(isSuccess).flatMap(success),
    section('failures', 'Failures'),
    ...failures(operation),
    section('limits', 'Limits'),
    limits.length ? { kind: 'list', items: limits } : paragraph('Only the limits of the whole API apply.'),
  ];
}

/** Operations are neighbours if they share their tag and the first part of their path. */
const groupOf = ({ tags, path }: Described) => `${tags} ${path.split('/')[1]}`;
const navigationOf = (operation: Described) => [
  ...referenceLinks,
  ...described
    .filter((each) => groupOf(each) === groupOf(operation))
    .map((each) => ({ path: pathOf(each), label: each.operationId })),
];

/** One page for each operation that partners may call. */
export const operationPages: Page[] = described.map((operation) =>
  guide(
    {
      path: pathOf(operation),
      title: operation.operationId,
      description: `${operation.summary}: request, responses, failures, limits and samples in the API reference.`,
      lead: `${operation.summary}.`,
      blocks: blocksOf(operation),
    },
    navigationOf(operation),
  ),
);

/** Old links lead to `#operation/createOrder` and `#tag/Payment`. */
const tagged = openapi.tags.flatMap(({ name, description }): Block[] => {
  const found = described.filter(({ tags }) => tags.includes(name));
  if (!found.length) return [];
  const table: Block = {
    kind: 'table',
    caption: `Operations: ${name}`,
    columns: ['What it does', 'Operation', 'Call'],
    rows: found.map((each) => [
      each.summary,
      `[\`${each.operationId}\`](${pathOf(each)})`,
      `${each.method.toUpperCase()} \`${each.path}\``,
    ]),
    hasLabels: false,
    rowIds: found.map(({ operationId }) => `operation/${operationId}`),
  };
  return [section(`tag/${name}`, name), paragraph(description), table];
});

export default guide({
  path: '/docs/api',
  title: 'API reference',
  description:
    'Every operation of the NovaCore API with its fields, limits, answers and samples, from the contract itself.',
  lead: 'Every operation of the API on one page each: request, response, and what to do when it fails.',
  blocks: [
    paragraph(
      `All addresses begin with \`${publicUrl}/api\`. [Objects](/docs/api/objects) has what several operations return. The contract itself is at [/openapi.yaml](/openapi.yaml) and [/openapi.json](/openapi.json).`,
    ),
    ...tagged,
    section('rules', 'Rules of the API'),
    ...paragraphs(openapi.info.description),
  ],
});
