import { gpuNamed, gpus } from '../prices';
import { breakEvenOf, formatMinor, inquiryTopic, offerOf, spokenQuote } from './pricing';

const usage = (gpu: string, count: number, hours: number) => ({ gpu: gpuNamed(gpu), count, hours });

test('a usage is priced in both currencies as listed, each with its cheaper plan', () => {
  const eight = usage('H100', 8, 200);
  expect(offerOf(eight, 'inr')).toEqual({
    plan: 'hour',
    price: '₹2,64,000',
    verdict: 'By the month it would be ₹6,94,112: ₹4,30,112 more.',
  });
  expect(offerOf(eight, 'usd')).toMatchObject({ price: '$3,040', verdict: expect.stringMatching(/\$7,992: \$4,952/) });
  expect(inquiryTopic(eight)).toBe('8 × H100, 200 hours each a month, by the hour: ₹2,64,000');
  expect(spokenQuote(usage('B200', 1, 1))).toMatch(/^1 × B200, 1 hour: ₹339 by the hour\. .*\$3\.90 by the hour\./);
});

test('the month may be cheaper in rupees and the hour in dollars, and cents add up without a remainder', () => {
  const between = usage('A100 80GB', 1, 455);
  expect([offerOf(between, 'inr').plan, offerOf(between, 'usd').plan]).toEqual(['month', 'hour']);
  expect(offerOf(usage('L40S', 3, 7), 'usd').price).toBe('$14.49');
  expect([formatMinor('inr', 19_968_000), formatMinor('usd', 5), formatMinor('usd', 229_900)]).toEqual([
    '₹1,99,680',
    '$0.05',
    '$2,299',
  ]);
});

test('every GPU has its break-even in hours', () => {
  const hours = ['589 h', '525 h', '458 h', '530 h', '462 h', '511 h', '516 h', '495 h'];
  expect(gpus.map((gpu) => breakEvenOf(gpu, 'usd'))).toEqual(hours);
});
