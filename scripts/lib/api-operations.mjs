import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { root } from './run.mjs';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Every problem code that a response's schema names. */
function codesIn(schema) {
  if (!schema || typeof schema !== 'object') return [];
  const { code, ...others } = schema.properties ?? {};
  const own = code?.enum ?? (code?.const ? [code.const] : []);
  return [...own, ...(schema.allOf ?? []).flatMap(codesIn), ...Object.values(others).flatMap(codesIn)];
}

function problemsOf(responses, shared) {
  const found = Object.entries(responses).map(([status, response]) => {
    const { content } = response.$ref ? shared[response.$ref.split('/').at(-1)] : response;
    return [status, codesIn(content?.['application/problem+json']?.schema)];
  });
  return Object.fromEntries(found.filter(([, codes]) => codes.length));
}

/** Writes the API's operations for the sandbox: name, address, and which problems each may answer, by status. */
export async function generateApiOperations() {
  const { parse } = await import('yaml');
  const { paths, components } = parse(await readFile(`${root}openapi.yaml`, 'utf8'));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const { operationId, responses, 'x-auth-problem': isAuth = false } = item[method];
        const problems = problemsOf(responses, components.responses);
        return { operationId, method: method.toUpperCase(), path: path.replace(/\{(\w+)\}/g, ':$1'), isAuth, problems };
      }),
  );
  const folder = `${root}apps/sandbox/src/generated`;
  await mkdir(folder, { recursive: true });
  const type =
    '{ operationId: string; method: string; path: string; isAuth: boolean; problems: Record<string, string[]> }';
  await writeFile(
    `${folder}/api-operations.ts`,
    `export const apiOperations: ${type}[] = ${JSON.stringify(operations)};\n`,
  );
}
