import { readInstrument } from './test-instruments';

const card = (change: object) =>
  readInstrument({ method: 'card', card: { number: '4100280000001007', expiry: '12/30', cvv: '123', ...change } });

test('a card is read as people type, paste and autofill it', () => {
  for (const number of ['4100280000001007', '4100-2800-0000-1007', '4100 2800 0000 1007'])
    expect(card({ number })).toMatchObject({ attempt: { last4: '1007' }, outcome: 'otp' });
  for (const expiry of ['12/30', '1230', '12 / 30', '1/30', '01-30', '12/2030', ' 12/30 '])
    expect(card({ expiry }).outcome).toBe('otp');
  for (const expiry of ['13/30', '12/20', '0/30', '12//30', '12'])
    expect(() => card({ expiry })).toThrow('Enter a future month as MM/YY.');
  expect(() => card({ cvv: '12' })).toThrow('The CVV has three or four digits.');
});

test('only test cards are taken, and the provider’s error cards fail with their reasons', () => {
  expect(() => card({ number: '4111111111111111' })).toThrow('Never type a real card number here.');
  expect(card({ number: '4100280000060003' }).outcome).toBe('card_declined');
  expect(card({ number: '4100280000020007' }).outcome).toBe('gateway_technical_error');
});
