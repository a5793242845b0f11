import { readSearch } from './read-search';

const amount = (paise: number, day = '2026-01-15') => ({ kind: 'amount', paise, day });

test.each([
  ['order_1', { kind: 'order', id: 'order_1' }],
  ['pay_1', { kind: 'payment', id: 'pay_1' }],
  ['rfnd_1', { kind: 'refund', id: 'rfnd_1' }],
  ['nc/26-27/0000001', { kind: 'receipt', id: 'NC/26-27/0000001' }],
  ['019AB3C0-7c1e-7000-8000-3f1d5b0a9e10', { kind: 'order', id: '019ab3c0-7c1e-7000-8000-3f1d5b0a9e10' }],
  [' \u200f512345678901\u202c ', { kind: 'bank_reference', text: '512345678901' }],
  ['ASHA@okbank', { kind: 'upi_address', text: 'asha@okbank' }],
  ['asha@lab.example', { kind: 'email', text: 'asha@lab.example' }],
  ['•••• 4242', { kind: 'card', text: '4242' }],
  ['₹1,150.50 on 15/01/2026', amount(115_050)],
  ['15 January 2026 150', amount(15_000)],
  ['2026-01-15, Rs. 150', amount(15_000)],
  ['150 31/02/2026', undefined],
  ["'; DROP TABLE orders; --", undefined],
  ['\u0000\ud800 \u202e%', undefined],
])('%j is searched for as what a payer or a bank quotes', (text, expected) => {
  expect(readSearch(text)).toEqual(expected);
});
