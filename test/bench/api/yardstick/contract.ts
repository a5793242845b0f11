import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { projectRoot } from '../../../support/paths';

const contract = parse(readFileSync(join(projectRoot, 'openapi.yaml'), 'utf8'));
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
ajv.addSchema({ $id: 'contract', components: contract.components });

/** The compiled schema of a component of the contract. */
export const validatorOf = (schema: string): ValidateFunction =>
  ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
