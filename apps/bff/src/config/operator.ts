import { readFileSync } from 'node:fs';
import type { Recipient } from '../../../../packages/formats/formats.mjs';
import type { Config } from './config';

/** Who runs the site: what mails say of it. The site's build has compared the whole file with its example. */
export type Operator = Recipient & { gstStatement: string };

/** @throws Error where the file is no longer readable */
export function readOperator({ operatorFile, paymentPurpose }: Config): Operator {
  const { legalName, registeredAddress, gstin, gstStatement } = JSON.parse(readFileSync(operatorFile, 'utf8'));
  return { legalName, registeredAddress, gstin, gstStatement, paymentPurpose };
}
