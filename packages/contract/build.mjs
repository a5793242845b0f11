// Writes the types of openapi.yaml, and the contract as JSON, which loads faster than YAML.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';
import { operationsOf } from './operations.mjs';

const source = readFileSync(join(import.meta.dirname, '../../openapi.yaml'), 'utf8');
const dist = join(import.meta.dirname, 'dist');
mkdirSync(dist, { recursive: true });
const contract = parse(source);
writeFileSync(join(dist, 'openapi.json'), JSON.stringify(contract));
// The guides have words for each rate limit window. This type makes a missing one fail to compile.
const windows = operationsOf(contract).flatMap(
  (operation) => operation['x-rate-limits']?.map(({ seconds }) => seconds) ?? [],
);
const rateLimitSeconds = `\nexport type RateLimitSeconds = ${[...new Set(windows)].join(' | ')};\n`;
// A refusal needs the values in the braces of its title.
const refusals = Object.entries(contract['x-refusals']).map(([reason, { title }]) => {
  const values = [...title.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`);
  return `  ${reason}: { ${values.join('; ')} };\n`;
});
writeFileSync(
  join(dist, 'index.d.ts'),
  COMMENT_HEADER +
    astToString(await openapiTypes(source, { cwd: new URL('.', import.meta.url) })) +
    rateLimitSeconds +
    `\nexport interface Refusals {\n${refusals.join('')}}\n`,
);
