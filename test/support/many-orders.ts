/** UUIDs in the order of time, as version 7 has them. */
const uuid = (n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Fills a migrated database with orders that were finished long ago: nine of ten paid, the others expired, each with its
 * account, apart from the first `owned`. Some refunds and disputes. Triggers are off: they check one order at a time.
 * @param ownerId of the first `owned`
 */
export const manyOrders = (orders: number, ownerId?: string, owned = 0) => `
  SET session_replication_role = replica;
  INSERT INTO users (id, email, email_normalized, password_hash)
    SELECT ${uuid('n')}, 'p' || n || '@lab.example', 'p' || n || '@lab.example', repeat('x', 97) FROM generate_series(1, ${orders}) AS n;
  INSERT INTO identities (issuer, subject, user_id, newest_token_at)
    SELECT 'https://id.lab.example/', 'google-oauth2|' || repeat(md5(id::text), 3), id, now() FROM users;
  INSERT INTO orders (id, receipt, product, provider_order_id, amount_paise, currency, status, owner_id, paid_payment_id, paid_at,
      created_at, next_check_at, receipt_number)
    SELECT ${uuid('n')}, md5(n::text), 'account_setup', 'order_' || lpad(n::text, 14, 'A'), 15000, 'INR',
      (CASE WHEN paid THEN 'PAID' ELSE 'EXPIRED' END)::"OrderStatus",
      ${ownerId ? `CASE WHEN n <= ${owned} THEN '${ownerId}' ELSE ${uuid('n')} END` : uuid('n')},
      CASE WHEN paid THEN 'pay_' || lpad(n::text, 14, 'A') END, CASE WHEN paid THEN at END, at, NULL,
      CASE WHEN paid THEN 'NC/24-25/' || lpad(n::text, 7, '0') END
    FROM (SELECT n, n % 10 > 0 AS paid, now() - interval '100 days' + interval '90 days' * n / ${orders} AS at
      FROM generate_series(1, ${orders}) AS n) AS numbered;
  INSERT INTO payments (id, order_id, status, amount_paise, currency, method, signature_seen, created_at, settlement_id,
      method_details, acquirer_data)
    SELECT paid_payment_id, id, 'captured', 15000, 'INR', 'card', true, paid_at, 'setl_' || 1 + ltrim(right(paid_payment_id, 5), 'A')::int % 90,
      '{"last4": "1007", "vpa": "asha@okbank"}', '{"rrn": "512345678901"}' FROM orders WHERE status = 'PAID';
  INSERT INTO order_transitions (order_id, from_status, to_status, cause, at)
    SELECT id, NULL::"OrderStatus", 'CREATED'::"OrderStatus", 'createOrder', created_at FROM orders
    UNION ALL SELECT id, 'CREATED', status, 'reconciler', created_at FROM orders;
  INSERT INTO webhook_events (id, kind, body_sha256, received_at, processed_at, order_id)
    SELECT kind || paid_payment_id, kind, repeat(md5(id::text), 2), paid_at, paid_at, id
    FROM orders, (VALUES ('payment.captured'), ('order.paid')) AS kinds(kind) WHERE status = 'PAID';
  INSERT INTO refunds (provider_id, payment_id, attempt, amount_paise, status, created_at)
    SELECT 'rfnd_' || right(id, 14), id, 1, CASE WHEN right(id, 2) = '13' THEN 5000 ELSE 15000 END,
      (CASE WHEN right(id, 2) = '23' THEN 'failed' ELSE 'processed' END)::"RefundStatus", created_at
    FROM payments WHERE right(id, 1) = '3';
  UPDATE payments SET amount_refunded_paise = r.amount_paise FROM refunds AS r WHERE payment_id = payments.id AND r.status = 'processed';
  UPDATE orders SET refunded_in_part = right(paid_payment_id, 2) = '13', refund_failed = right(paid_payment_id, 2) = '23'
    WHERE right(paid_payment_id, 1) = '3';
  INSERT INTO cases (kind, subject, order_id, detail, state, wait_until)
    SELECT 'review', provider_order_id, id, 'seed', 'waiting', now() + interval '9 days' FROM orders
    WHERE right(paid_payment_id, 3) IN ('071', '271', '471');
  INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, utr, provider_created_at, day)
    SELECT 'setl_' || n, 'processed', 0, 0, 0, 'UTR00' || n, now(), current_date - n FROM generate_series(1, 90) AS n;
  INSERT INTO disputes (id, payment_id, order_id, status, amount_paise, closed_at, closing_reason)
    SELECT 'disp_' || right(id, 14), id, order_id, 'won', 15000, created_at, 'seed' FROM payments WHERE right(id, 2) = '51';
  SET session_replication_role = DEFAULT`;
