// Writes the types of the published contract, and two lists for the client.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf } from '@novacore/contract/operations';
import { publishedContract } from '@novacore/contract/published';
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';

const source = readFileSync(join(import.meta.dirname, '../../openapi.yaml'), 'utf8');
const contract = parse(publishedContract(source, 'https://novacore.example'));
const openOperations = operationsOf(contract)
  .filter(({ security = contract.security }) => security.length === 0)
  .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
const finalCodes = contract.components.schemas.VerificationFinalCode.enum;
const lists = `
/** The operations that need no token. */
export const openOperations: readonly string[] = ${JSON.stringify(openOperations, null, 4)};

/** After these codes of \`verifyPayment\`, another call would give the same answer. */
export const verificationFinalCodeValues: readonly string[] = ${JSON.stringify(finalCodes, null, 4)};
`;
const types = astToString(await openapiTypes(structuredClone(contract), { cwd: new URL('.', import.meta.url) }));
writeFileSync(join(import.meta.dirname, 'src/contract.gen.ts'), COMMENT_HEADER + types + lists);
