import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const text = z.string().refine((value) => value.trim(), 'must not be empty');

/** The fields of operator.example.json. Only `gb200Date` may be empty. */
const schema = z.strictObject({
  ...{ legalName: text, registeredAddress: text, cin: text, gstin: text, phone: text, email: text },
  grievanceOfficer: z.strictObject({ name: text, email: text, acknowledgedWithin: text, resolvedWithin: text }),
  ...{ gstStatement: text, refundTime: text, hourIncludes: text },
  gb200Date: z
    .string()
    .refine((date) => !date || !Number.isNaN(Date.parse(date)), 'must be a date')
    .default(''),
  profiles: z.strictObject({ technology: text, business: text }),
  social: z.array(z.strictObject({ name: text, icon: text, address: text })),
});

/** The paths of all fields whose text is an example's: it names an example, or lies on the reserved domain. */
function placeholdersIn(value, path = '') {
  if (typeof value === 'string') return /example/i.test(value) ? [path] : [];
  return Object.entries(value).flatMap(([key, each]) => placeholdersIn(each, path ? `${path}.${key}` : key));
}

function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(`OPERATOR_FILE is not valid JSON: ${error.message}`);
  }
}

/**
 * The operator file: who runs the site.
 * @returns the fields, the hash of the file, and the fields that still hold a placeholder
 * @throws Error that names every bad field
 */
export function readOperator(file) {
  const bytes = readFileSync(file);
  const { data: operator, error } = schema.safeParse(parse(bytes));
  const faults = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (faults) throw new Error(`OPERATOR_FILE is not valid:\n  ${faults.join('\n  ')}`);
  return {
    operator,
    operatorHash: createHash('sha256').update(bytes).digest('hex'),
    placeholders: placeholdersIn(operator),
  };
}
