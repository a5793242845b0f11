import { tool } from './run.mjs';

export const contractTypes = ['apps/bff/src/contract/contract.gen.ts', 'apps/web/src/api/contract.gen.ts'];

/** The types of the contract, once for each side: the two never import each other. */
export const generateContract = () =>
  Promise.all(contractTypes.map((file) => tool('openapi-typescript', ['openapi.yaml', '--enum-values', '-o', file])));
