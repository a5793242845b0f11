import { newEmail, password } from '../support/api';
import { linkTo, startApi, type TestApi } from './api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => api.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const logInFrom = (email: string, address: string, agent = firefox) =>
  api.logIn(email).set('x-forwarded-for', address).set('user-agent', agent).expect(200);

async function person(isConfirmed = true) {
  const email = newEmail();
  await api.signUp(email).expect(201);
  if (isConfirmed) await api.database.query(`UPDATE users SET email_verified_at = now() WHERE email = '${email}'`);
  return email;
}

const mailsTo = (email: string) =>
  api.database.query(`SELECT data FROM mail_outbox WHERE kind = 'NEW_SIGN_IN' AND recipient = '${email}'`);

test('the last 20 log-ins are listed, newest first, with browser and shortened network', async () => {
  const email = await person();
  for (let each = 0; each < 21; each += 1) await logInFrom(email, '203.0.113.7', chrome);
  const { token } = (await logInFrom(email, '2001:db8:1:2::3')).body;
  const { items } = (await api.get('/user/sign-ins', token).expect(200)).body;
  expect(items).toHaveLength(20);
  expect(items[0]).toMatchObject({ way: 'password', browser: 'Firefox', network: '2001:db8:1::/48' });
  expect(items[1]).toMatchObject({ way: 'password', browser: 'Chrome', network: '203.0.113.0/24' });
  const data = (await api.get('/user/export', token).expect(200)).body;
  expect(data.signIns).toHaveLength(20);
  expect(data.knownNetworks.map(({ network }: { network: string }) => network).sort()).toEqual([
    '2001:db8:1::/48',
    '203.0.113.0/24',
  ]);
});

test('a login is mailed if the account knows other devices, but not this one, wherever it is', async () => {
  const email = await person();
  const logIn = (device: string, address: string) => logInFrom(email, address).set('device-id', device);
  await logIn('the-first-browser', '203.0.113.7');
  await logIn('the-first-browser', '198.51.100.1');
  expect(await mailsTo(email)).toEqual([]);
  const { token } = (await logIn('the-other-browser', '203.0.113.7')).body;
  const data = { at: expect.any(String), way: 'password', browser: 'Firefox', network: '203.0.113.0/24' };
  expect(await mailsTo(email)).toEqual([{ data }]);
  const { knownNetworks } = (await api.get('/user/export', token).expect(200)).body;
  expect(knownNetworks).toHaveLength(2);
  expect(JSON.stringify(knownNetworks)).not.toContain('browser-');
  // A new password makes all other devices unknown.
  const change = { currentPassword: password, newPassword: 'eight cells and one core' };
  await api.post('/auth/password', change, token).set('device-id', 'the-other-browser').expect(200);
  for (const device of ['the-other-browser', 'the-first-browser'])
    await api.logIn(email, change.newPassword).set('device-id', device).expect(200);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('without a device id a login is mailed if it is neither from a known network nor from a wider block with the same browser', async () => {
  const email = await person();
  await logInFrom(email, '203.0.113.7');
  await logInFrom(email, '203.0.113.200', chrome);
  await logInFrom(email, '203.0.55.1');
  await logInFrom(email, '2001:db8:1:2::3', 'curl/8');
  const steps = await mailsTo(email);
  expect(steps).toEqual([
    { data: { at: expect.any(String), way: 'password', browser: 'Other', network: '2001:db8:1::/48' } },
  ]);
  await logInFrom(email, '2001:db8:99:2::3', 'curl/8');
  expect(await mailsTo(email)).toHaveLength(1);
  await logInFrom(email, '203.0.77.1', 'curl/8');
  expect(await mailsTo(email)).toHaveLength(2);
});

test('neither an address that was never confirmed nor a log-in from an unknown network is mailed', async () => {
  const [unconfirmed, local] = [await person(false), await person()];
  for (const email of [unconfirmed, local]) await logInFrom(email, '203.0.113.7');
  await logInFrom(unconfirmed, '198.51.100.7', chrome);
  await logInFrom(local, '127.0.0.1', chrome);
  expect([await mailsTo(unconfirmed), await mailsTo(local)]).toEqual([[], []]);
  await logInFrom(local, '198.51.100.7', chrome);
  expect(await mailsTo(local)).toHaveLength(1);
});

test.each(['the-planted-device', ''])(
  'after the first proof of an address a login from elsewhere is mailed: device "%s"',
  async (device) => {
    const email = await person(false);
    await logInFrom(email, '203.0.113.7').set('device-id', device);
    const link = { token: await linkTo(api, email, 'VERIFY_EMAIL') };
    const owner = { 'x-forwarded-for': '198.51.100.7', 'user-agent': chrome, 'device-id': 'the-device-of-the-owner' };
    await api.post('/auth/email/verify', link).set(owner).expect(200);
    await api.logIn(email).set(owner).expect(200);
    expect(await mailsTo(email)).toEqual([]);
    await logInFrom(email, '203.0.113.7').set('device-id', device);
    expect(await mailsTo(email)).toHaveLength(1);
  },
);
