import { readSearch } from './read-search';

const amount = (amountPaise: number, day?: string) => ({ kind: 'amount', amountPaise, day });

test.each([
  ['order_1', { kind: 'order', text: 'order_1' }],
  ['pay_1 .', { kind: 'payment', text: 'pay_1' }],
  ['(rfnd_1)', { kind: 'refund', text: 'rfnd_1' }],
  ['setl_1', { kind: 'settlement', text: 'setl_1' }],
  ['nc/26-27/0000001', { kind: 'receipt', text: 'NC/26-27/0000001' }],
  ['019AB3C0-7c1e-7000-8000-3f1d5b0a9e10', { kind: 'order', text: '019ab3c0-7c1e-7000-8000-3f1d5b0a9e10' }],
  [' \u200f512345678901\u202c ', { kind: 'bank_reference', text: '512345678901' }],
  ['HDFCN52026011512345.', { kind: 'bank_reference', text: 'HDFCN52026011512345' }],
  ['ASHA@okbank', { kind: 'upi_address', text: 'asha@okbank' }],
  ['asha@lab.example', { kind: 'email', text: 'asha@lab.example' }],
  ['•••• 4242', { kind: 'card', text: '4242' }],
  ['card 4242', { kind: 'card', text: '4242' }],
  ['150', amount(15_000)],
  ['₹4242', amount(424_200)],
  ['2026-01-14', { kind: 'day', day: '2026-01-14' }],
  ['yesterday', { kind: 'day', day: '2026-01-14' }],
  ['150 today', amount(15_000, '2026-01-15')],
  ['₹1,150.50 on 15/01/2026', amount(115_050, '2026-01-15')],
  ['15 January 2026 150', amount(15_000, '2026-01-15')],
  ['2026-01-15, Rs. 150', amount(15_000, '2026-01-15')],
  ['150 31/02/2026', undefined],
  ['99999999999', { kind: 'bank_reference', text: '99999999999' }],
  ["'; DROP TABLE orders; --", undefined],
  ['\u0000\ud800 \u202e%', undefined],
])('%j is searched for as what a payer or a bank quotes', (text, expected) => {
  expect(readSearch(text, '2026-01-15')).toEqual(expected);
});
