import { startDesk, type TestDesk } from '../support/staff';

let desk: TestDesk;
let token: string;
beforeAll(async () => {
  desk = await startDesk();
  ({ token } = await desk.staff('finance'));
});
afterAll(() => desk.product.close());

const query = (sql: string) => desk.product.database.query(sql);
const page = async (path: string) => (await desk.api.get(`/desk/settlements/${path}`, token).expect(200)).body;

/** What staff have to look at. */
const opened = (kind: string, subject: string, paise: number) =>
  query(`INSERT INTO open_items (kind, subject, settlement_id, day, paise, detail)
    VALUES ('${kind}', '${subject}', 'setl_1', '2026-09-30', ${paise}, 'Ask about ${subject}')`);
const dismiss = (path: string, body: object) =>
  desk.api.agent
    .put(`/desk/items/${path}/dismissal`)
    .set('authorization', `Bearer ${token}`)
    .send({ reason: 'It rounds', ...body });

beforeEach(() =>
  query(`
    DELETE FROM open_items; DELETE FROM settlement_lines; DELETE FROM settlements;
    INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, provider_created_at, day)
      VALUES ('setl_1', 'unknown', 100, 0, 0, '2026-09-30', '2026-09-30');
    INSERT INTO settlement_lines (day, settlement_id, type, entity_id, copy, amount_paise, credit_paise, debit_paise,
        fee_paise, tax_paise, currency, state)
      SELECT '2026-09-30', 'setl_1', 'payment', 'pay_' || state, 1, 100, 100, 0, 0, 0, 'INR', state
      FROM unnest('{other,matched,returned,unknown,differs}'::text[]) AS state`),
);

test('lines that need a person come first, page by page', async () => {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const found: { lines: { state: string }[]; nextCursor: string | null } = await page(
      `setl_1?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...found.lines.map(({ state }) => state));
    cursor = found.nextCursor;
  }
  expect(seen).toEqual(['differs', 'unknown', 'returned', 'other', 'matched']);
});

test('a settlement shows what is open about it, whatever its state and sum, and nothing that has ended', async () => {
  expect(await page('setl_1')).toMatchObject({ item: null });
  await opened('settlement', 'setl_1', 0);
  await opened('line', 'pay_differs', -1);
  await opened('line', 'pay_matched', -1);
  const open = { nextStep: 'Ask about setl_1', paise: 0, explanation: null };
  const { item, lines } = await page('setl_1');
  expect([item, ...lines.map((line: { item: object }) => line.item)]).toEqual([
    ...[open, { nextStep: 'Ask about pay_differs', paise: -1, explanation: null }],
    ...[null, null, null, null],
  ]);
  await dismiss('settlement/setl_1', { paise: 0 }).expect(204);
  expect((await page('setl_1')).item).toEqual({ ...open, explanation: 'It rounds' });
  await query('UPDATE open_items SET closed_at = now()');
  expect((await page('setl_1')).item).toBeNull();
});

test('a difference is accepted only as it was shown, and only while it is open', async () => {
  await opened('line', 'pay_differs', -1);
  const accepted = () => query('SELECT dismissal_reason AS reason FROM open_items');
  expect((await dismiss('line/pay_differs', {}).expect(400)).body.errors).toMatchObject([{ path: '/paise' }]);
  expect((await dismiss('line/pay_differs', { paise: 1 }).expect(409)).body).toMatchObject({
    code: 'item_changed',
    title: 'This has changed since it was shown. Nothing was accepted.',
  });
  expect(await accepted()).toEqual([{ reason: null }]);
  await dismiss('line/pay_differs', { paise: -1 }).expect(204);
  await dismiss('line/pay_differs', { paise: -1, reason: 'Once more' }).expect(204);
  expect(await accepted()).toEqual([{ reason: 'It rounds' }]);
  await query('UPDATE open_items SET closed_at = now()');
  expect((await dismiss('line/pay_differs', { paise: -1 }).expect(404)).body.code).toBe('item_not_found');
});

test('a close needs a reason in words', async () => {
  const { body } = await desk.api
    .post('/desk/months/2026-09/close', { reason: '\u202e\u200b \u0007' }, token)
    .expect(400);
  expect(body).toMatchObject({ code: 'invalid_input', errors: [{ path: '/reason' }] });
});
