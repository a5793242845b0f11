import fc, { type Arbitrary } from 'fast-check';
import { resolve, type Schema } from './contract';

interface TextKeywords {
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}
function text({ format, pattern, minLength = 0, maxLength = 64 }: TextKeywords): Arbitrary<string> {
  if (format === 'email') return fc.stringMatching(/^[a-z0-9]{1,12}@[a-z0-9]{1,12}\.example$/);
  if (format === 'uuid') return fc.uuid();
  if (pattern && !pattern.includes('\\u')) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 64), unit: 'grapheme-ascii' });
}

interface Keywords {
  const?: unknown;
  enum?: unknown[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
}

/** Values that fit a schema of the contract (the part of JSON Schema that its inputs use). */
export function fitting(schema: Schema): Arbitrary<unknown> {
  const {
    const: constant,
    enum: choices,
    type,
    properties = {},
    required = [],
    minimum,
    maximum,
  } = resolve<Keywords>(schema);
  if (constant !== undefined) return fc.constant(constant);
  if (choices) return fc.constantFrom(...choices);
  if (type === 'string') return text(resolve(schema));
  if (type === 'integer') return fc.integer({ min: minimum ?? 0, max: maximum ?? 1_000_000 });
  if (type === 'number') return fc.double({ min: minimum ?? 0, max: maximum ?? 1e9, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type !== 'object') return fc.jsonValue();
  const fields = Object.entries(properties).map(([key, value]) => [key, fitting(value)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

/** Objects that nearly fit: a field is missing, of another type, or the whole is something else. */
export const nearlyFitting = (good: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(good, fc.jsonValue(), fc.constantFrom('drop', 'replace', 'whole'), fc.nat())
    .map(([value, junk, change, at]) => {
      if (change === 'whole' || typeof value !== 'object' || value === null) return junk;
      const keys = Object.keys(value);
      const key = keys[at % Math.max(1, keys.length)] ?? 'x';
      return Object.fromEntries(
        Object.entries({ ...value, [key]: junk }).filter(([name]) => change === 'replace' || name !== key),
      );
    });
