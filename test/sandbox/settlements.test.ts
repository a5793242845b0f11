import { type Json, useSandbox } from './partner';

type Row = Json & { entity_id: string; credit: number; debit: number; settlement_id: string; settled_at: number };
type Settlement = { id: string; amount: number; status: string; utr: string; created_at: number };

const DAY_MS = 86_400_000;
const IST_MS = 19_800_000;
const { partner } = useSandbox();
const control = <T>(method: string, path: string, body?: unknown) => partner.call<T>(method, `/control${path}`, body);
const items = async <T>(path: string) => (await partner.api('GET', `/v1/settlements${path}`)).body.items as T[];
const settlements = () => items<Settlement>('?count=100');
const pass = (days: number) => control('POST', '/clock', { hours: days * 24 });

async function pay(how: Json = {}): Promise<string> {
  return (await partner.pay(await partner.createOrder({ receipt: 'nc_1' }), how)).razorpay_payment_id;
}

/** The report of one Indian day. */
function reportOf(seconds: number) {
  const [year, month, day] = new Date(seconds * 1_000 + IST_MS).toISOString().slice(0, 10).split('-');
  return items<Row>(`/recon/combined?year=${year}&month=${month}&day=${day}&count=1000`);
}

/** Moves the clock to noon in India on a Monday, with an empty account. */
beforeEach(async () => {
  await control('POST', '/reset');
  const now = new Date(Date.now() + IST_MS);
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((8 - now.getUTCDay()) % 7 || 7));
  await control('POST', '/clock', { hours: (monday + DAY_MS / 2 - now.getTime()) / 3_600_000 });
});

test('a payment settles after two working days, less its fee, with a UTR and every field of the report', async () => {
  const id = await pay();
  await pass(1);
  expect(await settlements()).toEqual([]);
  await pass(1);
  const [settlement, ...others] = await settlements();
  expect(others).toEqual([]);
  expect(settlement).toMatchObject({ entity: 'settlement', amount: 14_646, status: 'processed', fees: 354, tax: 54 });
  const rows = await reportOf(settlement?.created_at ?? 0);
  const fields =
    'entity_id type debit credit amount currency fee tax on_hold settled created_at settled_at settlement_id posted_at credit_type description notes payment_id settlement_utr order_id order_receipt method card_network card_issuer card_type dispute_id';
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(fields.split(' ').sort());
  const { id: settlement_id, utr: settlement_utr, created_at: settled_at } = settlement ?? {};
  const money = { debit: 0, credit: 14_646, amount: 15_000, currency: 'INR', fee: 354, tax: 54 };
  const card = { method: 'card', card_network: 'Visa', card_issuer: 'HDFC', card_type: 'credit' };
  const order = { order_receipt: 'nc_1', notes: '{}', settled: true };
  expect(rows).toMatchObject([
    { entity_id: id, type: 'payment', ...money, ...card, ...order, settlement_id, settlement_utr, settled_at },
  ]);
});

test('refunds and lost disputes are deducted, and a settlement may be negative', async () => {
  const [refunded, disputed] = [await pay(), await pay()];
  await pass(2);
  const refund = await control<{ id: string }>('POST', `/payments/${refunded}/refund`, { amount: 5_000 });
  const dispute = await control<{ id: string }>('POST', `/payments/${disputed}/dispute`);
  await control('POST', `/disputes/${dispute.id}/lost`);
  await pass(1);
  const [latest] = await settlements();
  expect(latest).toMatchObject({ amount: -20_000, fees: 0 });
  const rows = await reportOf(latest?.created_at ?? 0);
  expect(rows).toMatchObject([
    { entity_id: refund.id, type: 'refund', debit: 5_000, payment_id: refunded },
    { type: 'adjustment', debit: 15_000, payment_id: disputed, dispute_id: dispute.id },
  ]);
});
