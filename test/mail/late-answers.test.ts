import { type Api, apiOf, newEmail } from '../support/api';
import { shows } from '../support/eventually';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
beforeAll(async () => {
  product = await startProduct({ MAIL_ANSWER_SECONDS: '5' });
  api = apiOf(product);
});
afterAll(() => product.close());
afterEach(async () => void (await product.sandbox.control('DELETE', '/faults')));

/** The mail server keeps each message, and this happens to its answer. */
async function answers(action: object): Promise<string> {
  const rule = { match: { operation: 'smtpMessage' }, times: 0, do: { ...action, when: 'after' } };
  const [fault] = await product.sandbox.control<{ id: string }[]>('POST', '/faults', [rule]);
  return fault?.id ?? '';
}

async function forgetfulPerson() {
  const { email } = await api.newPerson();
  await api.mails(email);
  await shows(outbox, []);
  return { email, ask: () => api.post('/auth/password/reset-request', { email }).expect(202) };
}

const outbox = () =>
  product.database.query(
    `SELECT unanswered, next_attempt_at > now() + interval '50 minutes' AND next_attempt_at < now() + interval '61 minutes'
     AS "inAnHour" FROM mail_outbox`,
  );
const makeDue = () => product.database.query('UPDATE mail_outbox SET next_attempt_at = now()');

test('a mail whose confirmation does not come in time is sent once more, an hour later, and never again', async () => {
  const { email, ask } = await forgetfulPerson();
  await answers({ kind: 'hang' });
  await ask();
  await shows(outbox, [{ unanswered: 1, inAnHour: true }]);
  await makeDue();
  await shows(outbox, []);
  const mails = await api.mails(email, 3);
  expect(mails).toHaveLength(3); // with the one that confirms the address
  expect(mails[1]?.messageId).toBe(mails[2]?.messageId);
});

test('a mail server that always hangs up instead of confirming gets a mail twice', async () => {
  const { email, ask } = await forgetfulPerson();
  const fault = await answers({ kind: 'drop' });
  await ask();
  await product.sandbox.control('GET', `/faults/${fault}/hit?count=1&timeoutMs=60000`);
  await shows(outbox, [{ unanswered: 1, inAnHour: false }]);
  await makeDue();
  await shows(outbox, []);
  expect(await api.mails(email, 3)).toHaveLength(3);
});

test('a confirmation that comes within the time counts', async () => {
  const { email, ask } = await forgetfulPerson();
  await answers({ kind: 'delay', ms: 400 });
  await ask();
  await api.mails(email, 2);
  await shows(outbox, []);
  expect(await api.mails(email, 2)).toHaveLength(2);
});

test('an address that signs up gets its mail, and one that mail servers refuse does not sign up', async () => {
  const domain = newEmail().split('@')[0];
  const longest = `${'a'.repeat(64)}@${domain}.example`;
  await api.signUp(longest).expect(201);
  expect(await api.mails(longest)).toHaveLength(1);
  const { token } = await api.newPerson();
  for (const refused of [`b${longest}`, `a@${'b'.repeat(64)}.example`, `${'a.'.repeat(32)}a@lab.example`]) {
    await api.signUp(refused).expect(400);
    await api.post('/user/email', { email: refused, password: 'any' }, token).expect(400);
  }
});
