import { readFileSync } from 'node:fs';
import type { Recipient } from '@novacore/shared/formats';
import type { Config } from './config';

/** Who runs the site: what mails say of it. The site's build has compared the whole file with its example. */
export type Operator = Recipient & { gstStatement: string };

/** @throws Error where the file is no longer readable */
export function readOperator({ operatorFile, paymentPurpose }: Config): Operator {
  // The build accepts a byte-order mark too.
  const json = readFileSync(operatorFile, 'utf8').replace(/^\ufeff/, '');
  const { legalName, registeredAddress, gstin, gstStatement } = JSON.parse(json);
  return { legalName, registeredAddress, gstin, gstStatement, paymentPurpose };
}
