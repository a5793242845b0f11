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

/** Editors may begin a file with a byte-order mark, or save it as UTF-16: with NULs, or no UTF-8 at all. */
function parse(bytes) {
  let text = '\0';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // refused below
  }
  if (text.includes('\0')) throw new Error('OPERATOR_FILE is not text in UTF-8: save it as UTF-8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`OPERATOR_FILE is not valid JSON: ${error.message}`);
  }
}

/**
 * The operator file: who runs the site. Its fields are those of operator.example.json, which is used if none is named.
 * @returns the fields, the hash of the file, and the fields that still hold a placeholder
 * @throws Error that names every bad field
 */
export function readOperator(file = process.env.OPERATOR_FILE || exampleFile) {
  const bytes = readFileSync(file);
  const operator = parse(bytes);
  const faults = faultsOf(operator, JSON.parse(readFileSync(exampleFile, 'utf8')), '');
  if (operator.gb200Date && Number.isNaN(Date.parse(operator.gb200Date))) faults.push('gb200Date must be a date');
  if (faults.length) throw new Error(`OPERATOR_FILE is not valid:\n  ${faults.join('\n  ')}`);
  return {
    operator,
    operatorHash: createHash('sha256').update(bytes).digest('hex'),
    placeholders: placeholdersIn(operator),
  };
}
