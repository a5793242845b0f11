import { operator, runAlerts } from '../support/alerts';
import { eventually, shows } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { useDesk } from './use-desk';

const { desk, finance, payer, get, paidOrder, query, control } = useDesk();

/** Waits until the server has sent what is due. @returns all emails to the operator */
async function alerted(emails: number, servers = 1) {
  await runAlerts(desk.product.database.env, servers);
  await shows(() => query("SELECT FROM mail_outbox WHERE kind = 'OPERATOR_ALERT'"), []);
  return desk.api.mails(operator, emails);
}

const listed = async (state: string) => (await get(`/cases?state=${state}`).expect(200)).body.cases;
const caseIn = async (state: string, subject: string) =>
  (await listed(state)).find((each: { subject: string }) => each.subject === subject);
const decide = (path: string, body: object) =>
  desk.put(finance.token, `/cases/${path}`, { reason: 'Answered', revision: 1, ...body });

async function disputed() {
  const { id, paymentId } = await paidOrder();
  const { id: subject } = await control<{ id: string }>('POST', `/payments/${paymentId}/dispute`);
  await eventually(async () => expect(await caseIn('open', subject)).toBeDefined());
  return { id, subject, path: `dispute/${subject}`, worsen: () => control('POST', `/disputes/${subject}/lost`) };
}

async function failedRefund() {
  const { id, paymentId: subject } = await paidOrder();
  const fail = async () => {
    await control('PUT', '/account', { refundOutcome: 'failed' });
    expect((await desk.refund(finance.token, id)).status).toBe(200);
    await control('PUT', '/account', { refundOutcome: 'processed' });
  };
  await fail();
  return { id, subject, path: `refund/${subject}`, worsen: fail };
}

testOnPostgres.each([
  ['dispute that is lost', disputed],
  ['refund that fails again', failedRefund],
])('a finished case of a %s opens once more, with its history and one email', async (_, begin) => {
  const { id, subject, path, worsen } = await begin();
  const before = await alerted(1);
  await decide(`${path}/outcome`, {}).expect(204);
  expect((await desk.api.get(`/desk/orders/${id}`, finance.token)).body.needs).toEqual([]);
  expect(await caseIn('done', subject)).toMatchObject({ outcome: 'finished', reason: 'Answered' });
  await worsen();
  await eventually(async () => {
    const { history } = await caseIn('open', subject);
    const events: string[] = history.map(({ event }: { event: string }) => event);
    // A new refund closes the case of the failed one.
    expect(events.filter((event) => event !== 'ended')).toEqual(['opened', 'finished', 'reopened']);
    expect(history[1]).toMatchObject({ by: finance.email, reason: 'Answered' });
  });
  await desk.api.post(`/desk/orders/${id}/check`, undefined, finance.token).expect(200);
  const emails = (await alerted(before.length + 1)).slice(before.length);
  expect(emails.filter(({ text }) => text.includes(subject))).toHaveLength(1);
  expect(emails.at(-1)?.text).toContain(`Amount: ₹150.00\nPayer: ${payer.email}`);
  expect(emails.at(-1)?.text).toContain(`/desk/orders/${id}?login#case-${path.replace('/', '-')}`);
  expect(await alerted(before.length + 1)).toHaveLength(before.length + 1);
});

test('a case that waits opens on its day, not after its deadline, and only as it was shown', async () => {
  const { subject, path } = await disputed();
  const { deadline } = await caseIn('open', subject);
  const until = (ms: number) => ({ until: new Date(ms + 19_800_000).toISOString().slice(0, 10) });
  const late = await decide(`${path}/wait`, until(Date.parse(deadline) + 86_400_000)).expect(400);
  expect(late.body.errors).toMatchObject([{ path: '/until' }]);
  await decide(`${path}/wait`, until(Date.now())).expect(400);
  const other = { ...until(Date.now() + 86_400_000), revision: 2 };
  expect((await decide(`${path}/wait`, other).expect(409)).body.code).toBe('case_changed');
  await decide(`${path}/wait`, { ...other, revision: 1 }).expect(204);
  expect(await caseIn('open', subject)).toBeUndefined();
  expect(await caseIn('waiting', subject)).toMatchObject({ reason: 'Answered' });
  await query(`UPDATE cases SET wait_until = now() WHERE subject = '${subject}'`);
  await alerted(0);
  expect(await caseIn('open', subject)).toMatchObject({ state: 'open', waitUntil: null });
});

testOnPostgres(
  'an open case is emailed once a day, nearest deadline first, whatever the number of servers',
  async () => {
    await query(`
    UPDATE cases SET mailed_at = now();
    INSERT INTO cases (kind, subject, deadline, detail) VALUES ('review', 'order_1', NULL, 'about order_1'),
      ('dispute', 'disp_1', now() + interval '9 days', 'about disp_1'), ('dispute', 'disp_2', now(), 'about disp_2');
    INSERT INTO cases (kind, subject, detail, state, wait_until)
      VALUES ('refund', 'pay_1', 'about pay_1', 'waiting', now() + interval '1 hour');
    INSERT INTO mail_outbox (id, kind, recipient, created_at, next_attempt_at) VALUES
      (gen_random_uuid(), 'EMAIL_CHANGED', 'slow@lab.example', now() - interval '31 minutes', now() + interval '1 hour')`);
    const before = (await desk.api.mails(operator, 0)).length;
    const named = async (emails: number) =>
      (await alerted(before + emails, 4)).slice(before).map(({ text }) => text.match(/^about \S+|^Emails/gm));
    const first = ['about disp_2', 'about disp_1', 'Emails', 'about order_1'];
    expect(await named(1)).toEqual([first]);
    expect(await named(1)).toEqual([first]);
    await query(`UPDATE cases SET mailed_at = mailed_at - interval '1 day' WHERE kind <> 'refund';
    UPDATE cases SET state = 'done', outcome = 'finished', done_at = now() WHERE kind = 'dispute' AND state = 'open'`);
    expect(await named(2)).toEqual([first, expect.arrayContaining(['Emails', 'about order_1'])]);
  },
);
