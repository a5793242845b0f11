import fc, { type Arbitrary } from 'fast-check';
import { resolve, type Schema } from './contract';

const formats: Record<string, Arbitrary<string>> = {
  email: fc
    .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.stringMatching(/^[a-z0-9]{1,12}$/))
    .map(([a, b]) => `${a}@${b}.example`),
  uuid: fc.uuid(),
};

function text(schema: Schema): Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 64,
  } = schema as { format?: string; pattern?: string; minLength?: number; maxLength?: number };
  if (format && formats[format]) return formats[format];
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 64) };
  if (pattern && !pattern.includes('\\u')) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ ...length, unit: 'grapheme-ascii' });
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

/** Objects that nearly fit: a field gone, of another type, or one too many. */
export const nearlyFitting = (good: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(good, fc.jsonValue(), fc.constantFrom('drop', 'replace', 'add', 'whole'), fc.nat())
    .map(([value, junk, change, at]) => {
      if (change === 'whole' || typeof value !== 'object' || value === null) return junk;
      const copy: Record<string, unknown> = { ...value };
      const keys = Object.keys(copy);
      const key = keys[at % Math.max(1, keys.length)] ?? 'x';
      if (change === 'drop') delete copy[key];
      if (change === 'replace') copy[key] = junk;
      if (change === 'add')
        Object.defineProperty(copy, String(junk).slice(0, 20) || '__proto__', { value: junk, enumerable: true });
      return copy;
    });
