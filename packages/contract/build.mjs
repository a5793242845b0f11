// Writes the types of openapi.yaml, and the contract as JSON, because parsing YAML at each start would be slow.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';

const source = readFileSync(join(import.meta.dirname, '../../openapi.yaml'), 'utf8');
const dist = join(import.meta.dirname, 'dist');
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, 'openapi.json'), JSON.stringify(parse(source)));
const types = astToString(await openapiTypes(source, { cwd: new URL('.', import.meta.url) }));
writeFileSync(join(dist, 'index.d.ts'), COMMENT_HEADER + types);
