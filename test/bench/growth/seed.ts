import { sql } from '../servers/stage';

/** Ids in the order of their time, as the product makes them (UUID version 7). */
const idOf = (n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Orders as they would lie there after a time: one person for every ten, three of five paid, the others expired; the
 * triggers that check each one are off meanwhile.
 */
const statements = (orders: number) => [
  'SET session_replication_role = replica',
  `INSERT INTO users (id, email, email_normalized, password_hash)
   SELECT ${idOf('n')}, 'p' || n || '@lab.example', 'p' || n || '@lab.example', 'none'
   FROM generate_series(1, ${Math.ceil(orders / 10)}) AS n`,
  `INSERT INTO orders (id, receipt, provider_order_id, amount_paise, currency, status, owner_id, paid_payment_id, paid_at, created_at, next_check_at)
   SELECT ${idOf('n')}, md5(n::text), 'order_' || lpad(n::text, 14, '0'), 15000, 'INR',
     (CASE WHEN n % 5 < 3 THEN 'PAID' ELSE 'EXPIRED' END)::"OrderStatus",
     ${idOf(`(n / 10 % ${Math.ceil(orders / 10)} + 1)`)},
     CASE WHEN n % 5 < 3 THEN 'pay_' || lpad(n::text, 14, '0') END,
     CASE WHEN n % 5 < 3 THEN to_timestamp(1700000000 + n) END, to_timestamp(1700000000 + n), NULL
   FROM generate_series(1, ${orders}) AS n`,
  `INSERT INTO payments (id, order_id, status, amount_paise, currency, method, signature_seen, created_at)
   SELECT paid_payment_id, id, 'captured', amount_paise, currency, 'card', true, paid_at FROM orders
   WHERE paid_payment_id IS NOT NULL`,
  `INSERT INTO order_transitions (order_id, from_status, to_status, cause, payment_id, at)
   SELECT id, NULL::"OrderStatus", 'CREATING'::"OrderStatus", 'bench', NULL, created_at FROM orders
   UNION ALL SELECT id, 'CREATING', 'CREATED', 'bench', NULL, created_at FROM orders
   UNION ALL SELECT id, 'CREATED', status, 'bench', paid_payment_id, created_at FROM orders`,
];

/** Fills an empty database with so many orders, and lets PostgreSQL count what it has and write it down. */
export async function seed(databaseUrl: string, orders: number): Promise<void> {
  await sql(databaseUrl, `${statements(orders).join(';\n')};`);
  await sql(databaseUrl, 'VACUUM ANALYZE');
  await sql(databaseUrl, 'CHECKPOINT');
}
