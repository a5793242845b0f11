import { may, roles } from './policy';

test('a read-only role is one row in the table', () => {
  const table = { ...roles, auditor: ['read', 'books'] as const };
  const all = ['getDeskOrder', 'getDeskMonth', 'resendDeskMail', 'refundDeskOrder', 'logOut'] as const;
  const allowed = (role: string) => all.filter((operation) => may(role, operation, table));
  expect(allowed('auditor')).toEqual(['getDeskOrder', 'getDeskMonth']);
  expect(allowed('support')).toEqual(['getDeskOrder', 'resendDeskMail']);
  for (const role of ['unknown', 'constructor', '']) expect(allowed(role)).toEqual([]);
});
