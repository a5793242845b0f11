import { dictionary } from '@zxcvbn-ts/language-common';
import { guessesFor } from './password-estimator';
import { passwordFault } from './password-policy';

const email = 'asha.rao@lab.example';
const codeOf = async (password: string) => (await passwordFault(password, email, 8))?.code;
const codesOf = (passwords: string[]) => Promise.all(passwords.map(async (each) => [each, await codeOf(each)]));

const guessable = `password Password PASSWORD123 p@ssw0rd P@ssw0rd1! passw0rd2024 12345678 123456789 0987654321
  11111111 aaaaaaaa abcabcabc abababab qwertyui qwerty123 1q2w3e4r 1qaz2wsx 1qaz@WSX aaaaaaaa1 iloveyou iloveyou1
  maverick midnight cocacola sunshine Sunshine1 football trustno1 welcome123 Welcome2024! letmein1 admin123 changeme
  princess abcd1234 india123 novacore NovaCore2026 ｐａｓｓｗｏｒｄ１２３ asha.rao asha.rao@lab.example Asharao1! labexample
  India@123 Admin@123 Pass@1234 Abcd@1234 Indya123 Welcome@123 Krishna@123 harekrishna jaishriram bharatmata vandemataram
  Razorpay@1 GPUserver1 asha.rao1 asharao12 AshaRao@123 asha@1234 rao.asha99`;

test('what is guessed within two million tries is refused, in any disguise', async () => {
  const codes = await codesOf(guessable.split(/\s+/));
  expect(codes.filter(([, code]) => code !== 'password_refused')).toEqual([]);
});

test('of the 3,000 most common leaked passwords of 8 characters and more at most 30 pass', async () => {
  const leaked = (dictionary['passwords-common'] as string[]).filter(({ length }) => length >= 8).slice(0, 3_000);
  expect((await codesOf(leaked)).filter(([, code]) => !code).length).toBeLessThanOrEqual(30);
});

test('only the first 24 characters are estimated, so that a long password cannot block other requests', () => {
  const password = '4@8({[<36#!1|0$5+7%2/^)aA4@e3s$5';
  expect(guessesFor(password.repeat(4), [])).toBe(guessesFor(password.slice(0, 24), []));
});

test.each([
  'kq7vtzap',
  '@7Kq-vtzap!9',
  'river india lamp sachin',
  'nine tall mango trees',
  '; DROP TABLE users; --',
  'नौ ऊँचे आम के पेड़',
  '🥭🌳🥭🌴🦜🌳🐘🌿',
  '58203917464kQ',
])('%s is accepted', async (password) => expect(await codeOf(password)).toBeUndefined());
