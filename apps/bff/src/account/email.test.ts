import { emailOf } from './email';

const claims = (email_verified?: unknown) => ({ sub: 'github|1', email: 'asha@lab.example', email_verified }) as never;

test.each([true, 'true'])('an address counts where the provider says %p about it', (verified) => {
  expect(emailOf(claims(verified))).toBe('asha@lab.example');
});

test.each([undefined, null, false, 'false', 1, ''])('an address does not count with %p', (verified) => {
  expect(emailOf(claims(verified))).toBeNull();
});
