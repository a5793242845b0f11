import type { Config } from '../config/config';
import { PasskeyChallenges } from './passkey-challenges';

const challengesOf = (jwtSecret: string, jwtSecretPrevious = '') =>
  new PasskeyChallenges({ jwtSecret, jwtSecretPrevious } as Config);

afterEach(() => void jest.useRealTimers());

test('a challenge is valid for eight minutes and one purpose, also after the secret has changed', () => {
  jest.useFakeTimers({ now: 0 });
  const challenge = challengesOf('old').issue('answer');
  const isValid = (purpose = 'answer') => challengesOf('new', 'old').isValid(challenge, purpose);
  expect([isValid(), isValid('add'), challengesOf('new').isValid(challenge, 'answer')]).toEqual([true, false, false]);
  jest.setSystemTime(8 * 60_000);
  expect(isValid()).toBe(true);
  jest.setSystemTime(8 * 60_000 + 1);
  expect(isValid()).toBe(false);
});

test('a challenge has one spelling, so that it counts as used in every other', () => {
  const challenge = challengesOf('secret').issue('answer');
  const bytes = [...Buffer.from(challenge, 'base64url')];
  for (const other of [`${challenge}=`, ` ${challenge}`, bytes as unknown as string])
    expect(challengesOf('secret').isValid(other, 'answer')).toBe(false);
});
