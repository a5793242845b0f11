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
  type Media,
  objectsIn,
  operations,
  parameterTable,
  publicUrl,
  type Schema,
  schemaTable,
} from './contract';
import { adviceFor } from './error-advice';
import { guide, guides } from './guides';

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

const mediaOf = ({ content }: Body): Media | undefined =>
  content?.['application/json'] && { schema: content['application/json'].schema as Schema };

const example = ({
  schema,
  example = exampleOf(schema as Schema),
}: Operation['parameters'][number] & { example?: unknown }) => String(example);

/** The values that the samples send: every path parameter, and the query parameters that are required. */
const sampleParameters = ({ parameters }: Described, place: 'path' | 'query') =>
  parameters.filter((each) => each.in === place && (place === 'path' || each.required));

function curl(operation: Described): Block {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters.find((each) => each.name === name);
    return parameter ? example(parameter) : name;
  });
  const query = sampleParameters(operation, 'query').map((each) => `${each.name}=${encodeURIComponent(example(each))}`);
  const media = operation.requestBody && mediaOf(operation.requestBody);
  const method = operation.method === 'get' || media ? '' : `-X ${operation.method.toUpperCase()} `;
  const lines = [
    `curl -sS ${method}"$NOVACORE/api${path}${query.length ? `?${query.join('&')}` : ''}"`,
    ...(isOpen(operation) ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(media ? [`--json '${JSON.stringify(exampleOf(media.schema)).replaceAll("'", "'\\''")}'`] : []),
  ];
  return { kind: 'code', language: 'sh', title: 'curl', code: lines.join(' \\\n  ') };
}

function typescript(operation: Described): Block {
  const media = operation.requestBody && mediaOf(operation.requestBody);
  const values = (place: 'path' | 'query') =>
    Object.fromEntries(sampleParameters(operation, place).map((each) => [each.name, example(each)]));
  const [path, query] = [values('path'), values('query')];
  const params = {
    ...(Object.keys(path).length && { path }),
    ...(Object.keys(query).length && { query }),
  };
  const options = {
    ...(Object.keys(params).length && { params }),
    ...(media && { body: exampleOf(media.schema) }),
  };
  const given = Object.keys(options).length ? `, ${json(options).replace(/"(\w+)":/g, '$1:')}` : '';
  const code = `const { data, error } = await novacore.${operation.method.toUpperCase()}('${operation.path}'${given});
if (error) throw new Error(error.code);`;
  return { kind: 'code', language: 'ts', title: 'TypeScript', code };
}

/** The fields of a body: a table for it, and one for each object in it. */
const fields = ({ schema }: Media): Block[] => objectsIn(schema).map(schemaTable);

function request(operation: Described): Block[] {
  const media = operation.requestBody && mediaOf(operation.requestBody);
  if (!operation.parameters.length && !media) return [];
  return [
    section('request', 'Request'),
    ...(operation.parameters.length ? [parameterTable(operation.parameters)] : []),
    ...(media ? fields(media) : []),
  ];
}

const isSuccess = ([status]: [string, unknown]) => status < '400';

function success([status, response]: [string, Body & { description?: string }]): Block[] {
  const media = mediaOf(response);
  const title = `Example of ${status}`;
  const sample: Block[] = media ? [{ kind: 'code', language: 'json', title, code: json(exampleOf(media.schema)) }] : [];
  return [paragraph(`**${status}** ${response.description ?? ''}`), ...(media ? fields(media) : []), ...sample];
}

function failures({ responses }: Described): Block {
  const rows = Object.entries(responses)
    .filter((entry) => !isSuccess(entry))
    .flatMap(([status, response]) =>
      codesOf(response).map((code) => {
        const { means, todo } = adviceFor(code);
        return [status, `[\`${code}\`](/docs/errors#${code})`, means, todo];
      }),
    );
  return { kind: 'table', caption: 'Failures', columns: ['Status', 'Code', 'What it means', 'What to do'], rows };
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
    failures(operation),
    section('limits', 'Limits'),
    limits.length ? { kind: 'list', items: limits } : paragraph('Only the limits of the whole API apply.'),
  ];
}

const navigation = [...guides, ...described.map((each) => ({ path: pathOf(each), label: each.operationId }))];

/** One page for each operation that partners may call. */
export const operationPages: Page[] = described.map((operation) =>
  guide(
    {
      path: pathOf(operation),
      title: operation.operationId,
      description: `${operation.summary}: request, responses, failures, limits and samples of ${operation.operationId} in the NovaCore API.`,
      lead: `${operation.summary}.`,
      blocks: blocksOf(operation),
    },
    navigation,
  ),
);

/** Old links lead to `#operation/createOrder` and `#tag/Payment`. */
const listed = (operation: Described): Block[] => [
  { kind: 'heading', level: 3, id: `operation/${operation.operationId}`, text: operation.summary },
  paragraph(
    `[\`${operation.operationId}\`](${pathOf(operation)}): ${operation.method.toUpperCase()} \`/api${operation.path}\``,
  ),
];

const tagged = openapi.tags.flatMap(({ name, description }): Block[] => {
  const found = described.filter(({ tags }) => tags.includes(name));
  return found.length ? [section(`tag/${name}`, name), paragraph(description), ...found.flatMap(listed)] : [];
});

export default guide(
  {
    path: '/docs/api',
    title: 'API reference',
    description:
      'Every operation of the NovaCore API with its fields, limits, answers and samples, from the contract itself.',
    lead: 'Every operation of the API on one page each: request, response, and what to do when it fails.',
    blocks: [
      ...paragraphs(openapi.info.description),
      paragraph(
        `All addresses begin with \`${publicUrl}/api\`. The contract itself is at [/openapi.yaml](/openapi.yaml) and [/openapi.json](/openapi.json).`,
      ),
      ...tagged,
    ],
  },
  navigation,
);
