import type { Pool, PoolClient } from 'pg';

export interface OrderRow {
  id: string;
  provider_order_id: string | null;
  amount_paise: number;
  currency: string;
  status: string;
  owner_id: string | null;
}
export interface PaymentFact {
  id: string;
  order_id: string;
  status: string;
  amount: number;
  currency: string;
  method: string;
}

async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    client.release();
  }
}

const trail = `INSERT INTO order_transitions (order_id, from_status, to_status, cause, payment_id)
  VALUES ($1, $2::text::"OrderStatus", $3::text::"OrderStatus", $4, $5) RETURNING *`;

/** The statement by which the product writes an order down before it calls the provider. */
export const openOrder = (pool: Pool, id: string, receipt: string, amountPaise: number) =>
  pool.query(
    `WITH opened AS (
       INSERT INTO orders (id, receipt, amount_paise, currency) VALUES ($1, $2, $3, 'INR') RETURNING id, status
     )
     INSERT INTO order_transitions (order_id, to_status, cause) SELECT id, status, 'createOrder' FROM opened`,
    [id, receipt, amountPaise],
  );

async function lock(client: PoolClient, id: string) {
  await client.query('SELECT now() FROM orders WHERE id = $1 FOR UPDATE', [id]);
  await client.query('SELECT * FROM orders WHERE id = $1', [id]);
  return (await client.query('SELECT * FROM payments WHERE order_id = $1', [id])).rows;
}

/** The statement that follows the provider's answer. */
export const enterCreated = (pool: Pool, id: string, providerOrderId: string) =>
  pool.query(
    `WITH placed AS (
       UPDATE orders SET status = 'CREATED', provider_order_id = $2, next_check_at = now() + $3::int * interval '1 millisecond'
       WHERE id = $1 AND status = 'CREATING' RETURNING id, status
     )
     INSERT INTO order_transitions (order_id, from_status, to_status, cause)
     SELECT id, 'CREATING', status, 'createOrder' FROM placed`,
    [id, providerOrderId, 900_000],
  );

export async function findPerson(pool: Pool, userId: string, tokenHash: string) {
  const [user, revoked] = await Promise.all([
    pool.query('SELECT * FROM users WHERE id = $1', [userId]),
    pool.query('SELECT * FROM revoked_tokens WHERE token_hash = $1', [tokenHash]),
  ]);
  return revoked.rows.length ? undefined : user.rows[0];
}

export const findOrder = async (pool: Pool, providerOrderId: string): Promise<OrderRow | undefined> =>
  (await pool.query('SELECT * FROM orders WHERE provider_order_id = $1', [providerOrderId])).rows[0];

/** Claims the order where it is nobody's, and looks whether the payment is known. */
export async function ownAndLook(pool: Pool, { id, owner_id }: OrderRow, userId: string, paymentId: string) {
  const own = 'UPDATE orders SET owner_id = $1 WHERE id = $2 AND owner_id IS NULL';
  if (!owner_id && !(await pool.query(own, [userId, id])).rowCount)
    await pool.query('SELECT * FROM orders WHERE id = $1 AND owner_id = $2', [id, userId]);
  return (await pool.query('SELECT * FROM payments WHERE id = $1 AND order_id = $2', [paymentId, id])).rows[0];
}

/** The statements that make a captured payment count. */
export const enterPaid = (pool: Pool, id: string, fact: PaymentFact): Promise<OrderRow> =>
  transaction(pool, async (client) => {
    await lock(client, id);
    await client.query(
      `INSERT INTO payments (id, order_id, status, amount_paise, amount_refunded_paise, currency, method, signature_seen, surplus)
       VALUES ($1, $2, $3::text::"PaymentStatus", $4, $5, $6, $7, $8, $9) RETURNING *`,
      [fact.id, id, fact.status, fact.amount, 0, fact.currency, fact.method, true, false],
    );
    await client.query(trail, [id, 'CREATED', 'PAID', 'verifyPayment', fact.id]);
    const text = `UPDATE orders SET status = 'PAID', paid_payment_id = $2, paid_at = $3, next_check_at = NULL
      WHERE id = $1 AND status = 'CREATED' RETURNING *`;
    return (await client.query(text, [id, fact.id, new Date()])).rows[0];
  });
