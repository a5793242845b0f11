import type { TestDatabase } from '../support/database';

/** Each query finds orders and payments that break a rule about money. The result must always be empty. */
const invariants = {
  'no captured payment without a paid order': `
    SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.status = 'captured' AND o.status <> 'REVIEW' AND NOT p.surplus
      AND NOT (o.status IN ('PAID', 'REFUNDED') AND o.paid_payment_id = p.id)`,
  'no paid order without a captured payment of the right amount': `
    SELECT o.id FROM orders o LEFT JOIN payments p ON p.id = o.paid_payment_id AND p.order_id = o.id
    WHERE o.status = 'PAID' AND (p.status IS DISTINCT FROM 'captured' OR p.amount_paise <> o.amount_paise
      OR p.currency <> o.currency OR p.surplus)`,
  'every state entered once': `
    SELECT order_id FROM order_transitions GROUP BY order_id, to_status HAVING count(*) > 1`,
  'every order explainable': `
    SELECT o.id FROM orders o WHERE
      (SELECT count(*) FROM order_transitions t WHERE t.order_id = o.id AND t.from_status IS NULL) <> 1
      OR NOT EXISTS (SELECT FROM order_transitions t WHERE t.order_id = o.id AND t.to_status = o.status)
      OR EXISTS (SELECT FROM order_transitions t WHERE t.order_id = o.id AND t.from_status IS NOT NULL
        AND NOT EXISTS (SELECT FROM order_transitions b WHERE b.order_id = o.id AND b.to_status = t.from_status))
      OR EXISTS (SELECT FROM order_transitions t WHERE t.order_id = o.id AND t.to_status <> o.status
        AND NOT EXISTS (SELECT FROM order_transitions n WHERE n.order_id = o.id AND n.from_status = t.to_status))
      OR (o.status IN ('CREATING', 'CREATED', 'AUTHORIZED') AND o.next_check_at IS NULL)`,
};

/** Checks the four invariants by SQL over the whole database. */
export async function expectInvariants(database: Pick<TestDatabase, 'query'>) {
  const broken = await database.query(
    Object.entries(invariants)
      .map(([name, sql]) => `SELECT '${name}' AS invariant, x.*::text AS row FROM (${sql}) x`)
      .join(' UNION ALL '),
  );
  expect(broken).toEqual([]);
}
