import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const exampleFile = join(import.meta.dirname, '../operator.example.json');

/** Fields that may be empty. */
const optional = new Set(['gb200Date']);

const typeOf = (value) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** Compares a value with the example's: one sentence per field that is missing, unknown, empty or of another type. */
function faultsOf(value, example, path) {
  const [type, expected] = [typeOf(value), typeOf(example)];
  if (type !== expected) return [`${path} must be a ${expected === 'object' ? 'group of fields' : expected}`];
  if (type === 'string') return value.trim() || optional.has(path) ? [] : [`${path} must not be empty`];
  if (type === 'list') return value.flatMap((each, index) => faultsOf(each, example[0], `${path}[${index}]`));
  const at = (key) => (path ? `${path}.${key}` : key);
  const unknown = Object.keys(value).filter((key) => !(key in example));
  return [
    ...unknown.map((key) => `${at(key)} is not a known field`),
    ...Object.keys(example).flatMap((key) =>
      key in value || !optional.has(at(key)) ? faultsOf(value[key], example[key], at(key)) : [],
    ),
  ];
}

/** The paths of all fields whose text is an example's: it names an example, or lies on the reserved domain. */
function placeholdersIn(value, path = '') {
  if (typeof value === 'string') return /example/i.test(value) ? [path] : [];
  return Object.entries(value).flatMap(([key, each]) => placeholdersIn(each, path ? `${path}.${key}` : key));
}

/**
 * The operator file: who runs the site. Its fields are those of operator.example.json, which is used if none is named.
 * @returns the fields, the hash of the file, and the fields that still hold a placeholder
 * @throws Error that names every bad field
 */
export function readOperator(file = process.env.OPERATOR_FILE || exampleFile) {
  const text = readFileSync(file, 'utf8');
  const operator = JSON.parse(text);
  const faults = faultsOf(operator, JSON.parse(readFileSync(exampleFile, 'utf8')), '');
  if (operator.gb200Date && Number.isNaN(Date.parse(operator.gb200Date))) faults.push('gb200Date must be a date');
  if (faults.length) throw new Error(`OPERATOR_FILE is not valid:\n  ${faults.join('\n  ')}`);
  return {
    operator,
    operatorHash: createHash('sha256').update(text).digest('hex'),
    placeholders: placeholdersIn(operator),
  };
}
