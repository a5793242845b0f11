import { password } from '../support/api';
import { eventually } from '../support/eventually';
import { newAuthenticator } from '../support/passkey';
import { useDesk } from './use-desk';

const { desk, finance, support, payer, get, paidOrder, query, control } = useDesk();
const post = (path: string, body?: object, token = support.token) => desk.api.post(`/desk${path}`, body, token);
const refund = ({ id, paymentId }: { id: string; paymentId: string }, token = finance.token) => {
  const shown = { paymentId, amountPaise: 15_000, refundablePaise: 15_000, reason: 'Bought twice' };
  return post(`/orders/${id}/refund`, shown, token);
};
/** Writes rows that the database's own rules refuse. */
const withoutRules = (sql: string) => query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);

describe('access', () => {
  test('to callers without a role, the desk is an unknown address, whatever they send', async () => {
    const answersOf = async (path: string, token?: string) => {
      const calls = [
        desk.api.get(path, token),
        desk.api.post(path, { text: 1, more: true }, token),
        desk.api.agent.delete(path).set('authorization', `Bearer ${token}`),
        desk.api.agent.put(path).set('content-type', 'application/json').send('{"text":'),
        desk.api.agent.post(path).send('x'.repeat(17_000)).set('content-type', 'text/plain'),
      ];
      return (await Promise.all(calls)).map(({ status, headers, body }) => {
        const { requestId, ...rest } = body;
        const { date, 'request-id': _, ...others } = headers;
        return { status, rest, others };
      });
    };
    const stranger = await desk.colleague();
    for (const token of [undefined, 'not.a.token', payer.token, await stranger.logInToSite(), finance.siteToken]) {
      const unknown = await answersOf('/desk/nothing', token);
      for (const path of ['/desk/cases', '/desk/orders/search', '/desk/people/x/sessions'])
        expect([path, await answersOf(path, token)]).toEqual([path, unknown]);
    }
  });

  test('staff need a passkey of the last hour, and of the last five minutes for money', async () => {
    const order = await paidOrder();
    const { body, headers } = await get('/cases', desk.aged(finance.token, 61)).expect(401);
    expect([body.code, headers['www-authenticate']]).toEqual([
      'passkey_needed',
      'Bearer error="insufficient_user_authentication", max_age=3600',
    ]);
    await get('/cases', desk.aged(finance.token, 58)).expect(200);
    expect((await refund(order, desk.aged(finance.token, 6)).expect(401)).body.code).toBe('passkey_needed');
    const old = desk.aged(finance.token, 200);
    const { body: confirmed } = await post('/passkey', await finance.answer(), old).expect(200);
    await refund(order, confirmed.token).expect(200);
  });

  test('an expired token is told to its owner, and a revoked role ends at the next call', async () => {
    const leaver = await desk.staff('support');
    const expired = desk.resigned(leaver.token, ({ iat = 0 }) => ({ exp: iat - 60, iat: iat - 120 }));
    expect((await get('/cases', expired).expect(401)).body.code).toBe('token_invalid');
    await get('/cases', leaver.token).expect(200);
    expect(await desk.people('revoke', leaver.email, '--as', 'chief')).toMatchObject({ status: 0 });
    await get('/cases', leaver.token).expect(404);
    await get('/cases', expired).expect(404);
    await desk.api.mail(leaver.email, /staff role at NovaCore has ended/);
  });

  test('a token opens the desk or the site, never both, and each can be ended', async () => {
    const token = await finance.logIn();
    await get('/cases', token).expect(200);
    expect((await desk.api.me(token).expect(401)).body.code).toBe('token_invalid');
    await desk.api.logOut(token).expect(204);
    await get('/cases', token).expect(401);
    expect((await desk.api.me(finance.siteToken).expect(200)).body.isStaff).toBe(true);
  });

  test('a grant ends all sessions and additions of passkeys begun before, and prints the passkeys', async () => {
    const person = await desk.colleague();
    const key = newAuthenticator(desk.product.url);
    const { body } = await desk.api
      .post('/user/passkeys/options', { passkey: await person.answer() }, person.token)
      .expect(200);
    const granted = await desk.people('grant', person.email, 'finance', '--as', 'chief');
    expect(JSON.parse(granted.stdout).passkeys).toMatchObject([{ name: 'Key', createdAt: expect.any(String) }]);
    const planted = { name: 'Planted', credential: key.register(body) };
    const newToken = await desk.api.newToken(person.email);
    await desk.api.post('/user/passkeys/add', planted, person.token).expect(401);
    await desk.api.post('/user/passkeys/add', planted, newToken).expect(403);
    expect((await desk.api.post('/user/passkeys/options', { password }, newToken).expect(403)).body.title).toMatch(
      /staff member/,
    );
    const { body: staff } = await get('/staff').expect(200);
    const listed = staff.items.find(({ email }: { email: string }) => email === person.email);
    expect(listed).toMatchObject({ role: 'finance', grantedBy: 'chief', passkeys: [{ name: 'Key' }] });
  });

  test('the end of an account ends its role, and keeps its name in the log', async () => {
    const leaver = await desk.staff('finance');
    await get('/cases', leaver.token).expect(200);
    const { body } = await desk.api.get('/user/export', leaver.siteToken).expect(200);
    expect(body.staffRole).toMatchObject({ role: 'finance' });
    await desk.api.post('/user/delete', { passkey: await leaver.answer() }, leaver.siteToken).expect(200);
    await get('/cases', leaver.token).expect(404);
    expect((await get(`/log?staff=${leaver.email}`).expect(200)).body.items.length).toBeGreaterThan(0);
  });
});

describe('orders', () => {
  test('are found by what a payer or a bank quotes, which the log does not keep', async () => {
    const card = await paidOrder({ last4: '4242' });
    const upi = await paidOrder({ method: 'upi', vpa: 'Asha@okbank' });
    const { body: order } = await get(`/orders/${upi.id}`).expect(200);
    const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
    for (const [text, kind, ids] of [
      [upi.paymentId, 'payment', [upi.id]],
      [order.receiptNumber, 'receipt', [upi.id]],
      [order.payments[0].references.rrn, 'bank_reference', [upi.id]],
      ['ASHA@okbank', 'upi_address', [upi.id]],
      ['4242', 'card', [card.id]],
      [payer.email.toUpperCase(), 'email', expect.arrayContaining([card.id, upi.id])],
      [`₹150 on ${today}`, 'amount', expect.arrayContaining([card.id, upi.id])],
      [`₹151 on ${today}`, 'amount', []],
      [`${today}.`, 'day', expect.arrayContaining([card.id, upi.id])],
      ['setl_unknown', 'settlement', []],
      ['order_unknown', 'order', []],
    ]) {
      const { body } = await post('/orders/search', { text }).expect(200);
      expect([text, body.kind, body.items.map(({ id }: { id: string }) => id)]).toEqual([text, kind, ids]);
    }
    expect(await query("SELECT hits FROM audit_log WHERE action = 'find orders by card'")).toEqual([{ hits: 1 }]);
    expect(JSON.stringify(await query('SELECT action, reason FROM audit_log'))).not.toContain('4242');
  });

  test('are listed by Indian days, page by page', async () => {
    const [first, second] = [await paidOrder(), await paidOrder()];
    const move = (id: string, at: string) =>
      withoutRules(`UPDATE orders SET created_at = '${at}' WHERE provider_order_id = '${id}'`);
    await move(first.id, '2026-01-14T18:30:00Z');
    await move(second.id, '2026-01-15T18:29:59Z');
    const day = '/orders?from=2026-01-15&until=2026-01-15';
    const { body: newest } = await get(`${day}&limit=1`).expect(200);
    const { body: oldest } = await get(`${day}&limit=1&cursor=${newest.nextCursor}`).expect(200);
    expect([...newest.items, ...oldest.items].map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(oldest.nextCursor).toBeNull();
    for (const each of ['from=2026-01-16&until=2026-01-15', 'until=2026-01-14', 'until=2026-01-15&status=REVIEW'])
      expect((await get(`/orders?${each}`).expect(200)).body.items).toEqual([]);
    for (const each of ['until=2026-02-31', 'cursor=019ab3c0-7c1e-7000-8000-3f1d5b0a9e10'])
      await get(`/orders?${each}`).expect(400);
  });

  test('are counted by day, and health says when the provider does not answer', async () => {
    const { id } = await paidOrder();
    const { days, timeZone } = (await get('/figures').expect(200)).body;
    expect([days.length, timeZone]).toEqual([30, 'Asia/Kolkata']);
    const [today] = days.slice(-1);
    const { items } = (await get(`/orders?from=${today.day}&until=${today.day}&limit=50`).expect(200)).body;
    const paid = items.filter(({ status }: { status: string }) => status !== 'CREATED');
    expect(today).toMatchObject({ orders: items.length, paid: paid.length });
    await control('POST', '/faults', { match: { operation: 'listOrders' }, times: 9, do: { kind: 'drop' } });
    const { body: health } = await get('/health').expect(200);
    expect(health).toMatchObject({ provider: { reachable: false }, outbox: { waiting: expect.any(Number) } });
    await control('DELETE', '/faults');
    await get(`/orders/${id}`).expect(200);
    expect((await get('/health').expect(200)).body.provider.reachable).toBe(true);
  });

  test('of a settlement are found by its id and its UTR, page by page, and finance is led to it', async () => {
    const { id, paymentId } = await paidOrder();
    await query(`
      INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, utr, provider_created_at, day)
        VALUES ('setl_7', 'processed', 14646, 354, 54, 'HDFC7777', '2026-01-15', '2026-01-15');
      UPDATE payments SET settlement_id = 'setl_7', settled_on = '2026-01-15', utr = 'HDFC7777' WHERE id = '${paymentId}'`);
    for (const text of ['setl_7', 'HDFC7777']) {
      const found = async (token: string) => (await post('/orders/search', { text }, token).expect(200)).body;
      expect(await found(finance.token)).toMatchObject({ settlementId: 'setl_7', items: [{ id }] });
      expect(await found(support.token)).toMatchObject({ settlementId: null, items: [{ id }] });
    }
    const settlement = { id: 'setl_7', day: '2026-01-15', utr: 'HDFC7777' };
    expect((await get(`/orders/${id}`).expect(200)).body.payments).toMatchObject([{ settlement }]);
    await query(
      "INSERT INTO orders (id, receipt, product, amount_paise, currency) SELECT gen_random_uuid(), 'page' || n, 'x', 31400, 'INR' FROM generate_series(1, 51) AS n",
    );
    const { body: first } = await post('/orders/search', { text: '314' }).expect(200);
    const { body: last } = await post('/orders/search', { text: '314', cursor: first.nextCursor }).expect(200);
    expect([first.items.length, last.items.length, last.nextCursor]).toEqual([50, 1, null]);
  });

  test('that a payer paid and we never heard of are found at Razorpay, and added if they are ours', async () => {
    const ask = async (id: string, adopt?: boolean) => (await post('/orders/ask', { id, adopt }).expect(200)).body;
    const id = await desk.api.newOrder();
    await control('PUT', '/webhooks', { mode: 'off' });
    const { razorpay_payment_id: paymentId } = await desk.api.pay(id, { method: 'card', outcome: 'captured' });
    expect((await post('/orders/search', { text: paymentId }).expect(200)).body.items).toEqual([]);
    expect(await ask(paymentId)).toEqual({ result: 'known', orderId: id });
    expect((await get(`/orders/${id}`).expect(200)).body.status).toBe('PAID');
    expect(await ask('pay_00000000000000')).toEqual({ result: 'unknown', orderId: null });

    const lost = await desk.api.newOrder();
    await withoutRules(`
      DELETE FROM order_transitions USING orders WHERE id = order_id AND provider_order_id = '${lost}';
      DELETE FROM orders WHERE provider_order_id = '${lost}'`);
    expect(await ask(lost)).toEqual({ result: 'missing', orderId: null });
    expect(await ask(lost, true)).toEqual({ result: 'adopted', orderId: lost });
    const { timeline } = (await get(`/orders/${lost}`).expect(200)).body;
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'staff', state: 'adopt', outcome: 'done' }));
    await control('PUT', '/webhooks', { mode: 'on' });
  });

  test('are filtered, counted, added up and exported', async () => {
    const [part, failed, disputed, off] = [await paidOrder(), await paidOrder(), await paidOrder(), await paidOrder()];
    expect(await desk.refund(finance.token, part.id, { amountPaise: 4_000 })).toMatchObject({ status: 200 });
    await query(`INSERT INTO cases (kind, subject, order_id, paise, detail)
      SELECT 'line', 'pay_off', id, 300, 'It is off' FROM orders WHERE provider_order_id = '${off.id}'`);
    await control('PUT', '/account', { refundOutcome: 'failed' });
    expect((await desk.refund(finance.token, failed.id)).body.refundStatus).toBe('failed');
    await control('PUT', '/account', { refundOutcome: 'processed' });
    await control('POST', `/payments/${disputed.paymentId}/dispute`);
    await control('POST', '/webhooks/flush');
    const shown = { refunded_in_part: part, refund_failed: failed, disputed, differs: off };
    const total = { orders: 1, isMore: false, amountPaise: 15_000 };
    for (const [show, { id }] of Object.entries(shown)) {
      const { body } = await get(`/orders?show=${show}`).expect(200);
      expect([show, body.items.map((row: { id: string }) => row.id), body.total]).toEqual([show, [id], total]);
    }
    const { text } = await get('/orders.csv?show=refunded_in_part').expect(200);
    const row = expect.stringMatching(`^${part.id},.*,PAID,processed,150.00,40.00,.*,card,`);
    expect(text.split('\r\n').slice(1)).toEqual([row, '']);
  });

  test('have a receipt that is sent again with each refund that has not failed', async () => {
    const { id, paymentId } = await paidOrder();
    for (const step of ['process', 'fail', 'process']) {
      await control('PUT', '/account', { refundOutcome: 'pending' });
      const made = await control<{ id: string }>('POST', `/payments/${paymentId}/refund`, { amount: 5_000 });
      await control('POST', `/refunds/${made.id}/${step}`);
    }
    await control('PUT', '/account', { refundOutcome: 'processed' });
    await control('POST', '/webhooks/flush');
    await post(`/orders/${id}/check`).expect(200);
    await post('/mails', { orderId: id }).expect(202);
    await eventually(async () => {
      const mails = (await desk.api.mails(payer.email, 0)).filter(({ text }) => text.includes(id));
      const text = mails.find((mail) => /have received your payment, and/.test(mail.text))?.text ?? '';
      expect(text).toContain('We have received your payment, and have refunded ₹100.00 of it.');
      expect(text.match(/^Refund( \d)?:.*$/gm)).toEqual(['Refund 1: ₹50.00', 'Refund 2: ₹50.00']);
    });
  });
});

test('a person is found by address, logged out everywhere, and gets mails again', async () => {
  const person = await desk.api.newPerson();
  const { body } = await post('/people/search', { text: person.email.toUpperCase() }).expect(200);
  const [{ id }] = body.items;
  const { body: shown } = await get(`/people/${id}`).expect(200);
  expect(shown).toMatchObject({ signIns: [{ way: 'password' }], actions: ['endDeskSessions', 'resendConfirmation'] });
  expect(JSON.stringify(shown)).not.toMatch(/hash/i);
  const { message } = (await post('/mails', { personId: id }).expect(202)).body;
  expect(message).toContain('the newest earlier email has the link');
  await desk.put(desk.aged(support.token, 6), `/people/${id}/sessions`, { reason: 'A lost phone' }).expect(401);
  await desk.put(support.token, `/people/${id}/sessions`, { reason: 'A lost phone' }).expect(204);
  await desk.api.me(person.token).expect(401);
});

test('hostile input finds nothing, or gets a sentence', async () => {
  for (const text of ['\u0000', "'; --", '%', '\ufffe\u202e', '..', 'x'.repeat(300), '\ud800']) {
    const part = encodeURIComponent(text.replace('\ud800', '?'));
    const paths = [`log?staff=${part}`, `orders/${part}`, `people/${part}`, `orders?cursor=${part}`];
    const replies = [
      ...paths.map((path) => get(`/${path}`)),
      ...['people', 'orders'].map((kind) => post(`/${kind}/search`, { text })),
      desk.put(finance.token, `/cases/review/${part}/outcome`, { reason: 'None', revision: 1 }),
    ];
    for (const { status, body } of await Promise.all(replies))
      expect(status === 200 ? body.items : body.code).toEqual(
        status === 200 ? [] : expect.stringMatching(/^(invalid_input|malformed_request|\w*not_found)$/),
      );
  }
});

test('an audit log that cannot be written stops the action, and its reads alone can be deleted, after 180 days', async () => {
  const order = await paidOrder();
  await query('ALTER TABLE audit_log RENAME TO audit_log_away');
  expect((await refund(order).expect(500)).body.code).toBe('unexpected');
  await get(`/orders/${order.id}`).expect(500);
  await query('ALTER TABLE audit_log_away RENAME TO audit_log');
  expect((await get(`/orders/${order.id}`).expect(200)).body.money.refundedPaise).toBe(0);
  const insert = async (isRead: boolean, days: number) => {
    const [row] = await query(
      `INSERT INTO audit_log (id, operator, action, is_read, at)
       VALUES (gen_random_uuid(), 'old', 'x', $1, now() - $2::int * interval '1 day') RETURNING id`,
      [isRead, days],
    );
    return query('DELETE FROM audit_log WHERE id = $1', [row?.id]);
  };
  await insert(true, 181);
  await expect(insert(true, 179)).rejects.toThrow();
  await expect(insert(false, 181)).rejects.toThrow();
  expect((await get('/log?staff=old').expect(200)).body.items).toHaveLength(2);
});

test('the log has what came of each action, and follows an account to its next address', async () => {
  const stderr = expect.stringContaining('Staff need a password and a confirmed address');
  expect(await desk.people('grant', payer.email, 'finance', '--as', 'chief')).toMatchObject({ status: 1, stderr });
  await desk.people('export', payer.email);
  const { body: me } = await desk.api.me(payer.token).expect(200);
  const { body: person } = await get(`/people/${me.id}`).expect(200);
  const who = expect.stringMatching(/^.+@.+$/);
  expect(person.log.slice(0, 2)).toMatchObject([
    { staff: who, staffId: null, action: 'export', outcome: 'done' },
    { staff: 'chief', action: 'grant finance', outcome: 'role_needed' },
  ]);
  const mover = await desk.staff('finance');
  const address = 'new@lab.example';
  await refund(await paidOrder(), mover.token).expect(200);
  await query('UPDATE users SET email = $1, email_normalized = $1 WHERE email = $2', [address, mover.email]);
  const late = await paidOrder();
  await refund(late, mover.token).expect(200);
  await refund(late, mover.token).expect(409);
  await post('/months/2019-12/close', { reason: 'Too early' }, mover.token).expect(404);
  for (const each of [mover.email, address]) {
    const { items } = (await get(`/log?kind=action&limit=4&staff=${each}`).expect(200)).body;
    expect(items.map(({ staff, outcome }: Record<string, string>) => [staff, outcome])).toEqual([
      [address, 'month_not_found'],
      [address, 'refund_changed'],
      [address, 'processed'],
      [mover.email, 'processed'],
    ]);
    expect(new Set(items.map(({ staffId }: Record<string, string>) => staffId)).size).toBe(1);
  }
  for (const change of [
    "UPDATE audit_outcomes SET outcome = 'done'",
    'DELETE FROM audit_outcomes',
    'TRUNCATE audit_outcomes',
  ])
    await expect(query(change)).rejects.toThrow(/only ever added to/);
});

test('a settlement shows lines that need a person first, page by page, and what is open about it', async () => {
  const page = async (path: string) => (await get(`/settlements/${path}`, finance.token).expect(200)).body;
  const finish = (path: string, body: object = {}) =>
    desk.put(finance.token, `/cases/${path}/outcome`, { reason: 'It rounds', revision: 1, ...body });
  await query(`
    INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, provider_created_at, day)
      VALUES ('setl_1', 'unknown', 100, 0, 0, '2026-09-30', '2026-09-30');
    INSERT INTO settlement_lines (day, settlement_id, type, entity_id, copy, amount_paise, credit_paise, debit_paise,
        fee_paise, tax_paise, currency, state)
      SELECT '2026-09-30', 'setl_1', 'payment', 'pay_' || state, 1, 100, 100, 0, 0, 0, 'INR', state
      FROM unnest('{other,matched,returned,unknown,differs}'::text[]) AS state;
    INSERT INTO cases (kind, subject, settlement_id, day, paise, detail) VALUES
      ('settlement', 'setl_1', 'setl_1', '2026-09-30', 0, 'It is off'),
      ('line', 'pay_differs', 'setl_1', '2026-09-30', -1, 'Ask about pay_differs')`);
  const first = await page('setl_1?limit=3');
  const second = await page(`setl_1?limit=3&cursor=${first.nextCursor}`);
  const lines: { state: string; item: object | null }[] = [...first.lines, ...second.lines];
  expect(lines.map(({ state }) => state)).toEqual(['differs', 'unknown', 'returned', 'other', 'matched']);
  const open = { nextStep: 'Ask about pay_differs', paise: -1, revision: 1, explanation: null };
  expect(lines.map(({ item }) => item)).toEqual([open, null, null, null, null]);
  expect(second.nextCursor).toBeNull();
  const sums = { grossPaise: 500, deductedPaise: 0, feesPaise: 0, gstPaise: 0, expectedPaise: 0 };
  expect(first).toMatchObject({ settlement: { match: 'differs' }, sums: { ...sums, differencePaise: 100 } });
  await finish('line/pay_differs', { account: 'petty cash' }).expect(400);
  await finish('line/pay_differs', { account: 'rounding' }).expect(204);
  const finished = await query("SELECT action FROM audit_log WHERE action LIKE 'finish pay_differs%'");
  expect(finished).toEqual([{ action: 'finish pay_differs, account rounding' }]);
  expect((await page('setl_1')).settlement.match).toBe('differs');
  await finish('settlement/setl_1').expect(204);
  expect((await page('setl_1')).settlement.match).toBe('accepted');
  expect(await query("SELECT kind, paise FROM book_entries WHERE subject = 'pay_differs'")).toEqual([
    { kind: 'accepted_rounding', paise: '-1' },
  ]);
  expect((await page('setl_1')).item).toMatchObject({ paise: 0, explanation: 'It rounds' });
  await query("UPDATE cases SET outcome = 'ended' WHERE outcome = 'finished'");
  expect((await page('setl_1')).item).toBeNull();
});
