import { failureSentence } from './failure-reasons';

test('a reason of the bank becomes a sentence, also an unknown one or one of a link', () => {
  expect(failureSentence('card_expired')).toBe('The card has expired.');
  for (const reason of ['something_new', 'toString', null])
    expect(failureSentence(reason)).toBe('The payment did not go through.');
});
