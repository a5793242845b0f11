import { type Control, messageFor } from './field-messages';

const valid = { valid: true, valueMissing: false, typeMismatch: false };
const field = (value: string, { minLength = -1, maxLength = '', validity = {} } = {}) =>
  ({
    value,
    minLength,
    name: 'email',
    labels: [{ dataset: { label: 'email address' } }],
    dataset: maxLength ? { maxLength } : {},
    validity: { ...valid, ...validity },
  }) as unknown as Control;

test('a field says what is wrong with it, and counts characters as the server does', () => {
  const password = { minLength: 8, maxLength: '10' };
  expect(messageFor(field('', { validity: { valueMissing: true } }))).toBe('Please enter your email address.');
  expect(messageFor(field('no address', { validity: { typeMismatch: true } }))).toMatch(/such as asha@lab.example/);
  expect(messageFor(field('🥭🌳🌴🌵', password))).toBe('Please use 8 characters or more.');
  expect(messageFor(field('12345678901', password))).toBe('Please use at most 10 characters.');
  for (const good of ['12345678', '🥭🌳🌴🌵🥭🌳🌴🌵🥭🌳']) expect(messageFor(field(good, password))).toBeUndefined();
});
