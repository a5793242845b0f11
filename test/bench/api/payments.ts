import { SANDBOX_CREDENTIALS } from '../../../apps/sandbox/src/credentials';
import { type Connection, requestBytes, withConnections } from '../http/connection';
import { type Sandbox, sql } from '../servers/stage';

/** What checkout hands to the page. */
export interface Verification {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

const { keyId, keySecret } = SANDBOX_CREDENTIALS;
const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

async function answered<T>(connection: Connection, request: Buffer): Promise<T> {
  const { status, body } = await connection.send(request);
  if (status !== 200) throw new Error(`the sandbox answered ${status} ${body}`);
  return JSON.parse(body) as T;
}

async function orderAndPay(connection: Connection, receipt: string): Promise<Verification> {
  const order = requestBytes('POST', '/v1/orders', { amount: 15_000, currency: 'INR', receipt }, { authorization });
  const { id } = await answered<{ id: string }>(connection, order);
  const paid = await answered<Verification>(connection, requestBytes('POST', `/control/orders/${id}/pay`, {}));
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
  return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
}

/** Orders as the product would have left them, written in one go; the triggers that check each are off meanwhile. */
async function bookOrders(databaseUrl: string, providerIds: string[]) {
  const quoted = providerIds.map((id) => `'${id}'`).join(',');
  await sql(
    databaseUrl,
    `BEGIN;
     SET LOCAL session_replication_role = replica;
     CREATE TEMPORARY TABLE fresh ON COMMIT DROP AS
       SELECT gen_random_uuid() AS id, provider_id FROM unnest(ARRAY[${quoted}]) AS provider_id;
     INSERT INTO orders (id, receipt, provider_order_id, amount_paise, currency, status, next_check_at)
       SELECT id, md5(id::text), provider_id, 15000, 'INR', 'CREATED', now() + interval '15 minutes' FROM fresh;
     INSERT INTO order_transitions (order_id, to_status, cause) SELECT id, 'CREATING', 'bench' FROM fresh;
     INSERT INTO order_transitions (order_id, from_status, to_status, cause)
       SELECT id, 'CREATING', 'CREATED', 'bench' FROM fresh;
     COMMIT`,
  );
}

/** Orders that are paid at the sandbox and known to the product, which has not heard of the payments yet. */
export async function paidOrders(sandbox: Sandbox, databaseUrl: string, count: number): Promise<Verification[]> {
  const paid: Verification[] = [];
  let asked = 0;
  await withConnections(sandbox.url, 8, async (connection) => {
    while (asked < count) paid.push(await orderAndPay(connection, `bench-${++asked}`));
  });
  await bookOrders(
    databaseUrl,
    paid.map((each) => each.razorpay_order_id),
  );
  return paid;
}
