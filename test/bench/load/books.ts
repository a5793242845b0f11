import { sql } from '../servers/stage';

interface ProviderBooks {
  orders: { id: string }[];
  payments: { id: string; order_id: string; amount: number; status: string }[];
}
interface OurOrder {
  provider_order_id: string;
  status: string;
  amount_paise: number;
  paid_payment_id: string | null;
}

/** Where the provider's books and ours differ; empty counts are what should be. */
export interface Comparison {
  ordersThere: number;
  ordersHere: number;
  capturedThere: number;
  paidHere: number;
  /** In paise. */
  moneyThere: number;
  moneyHere: number;
  /** Captured at the provider, and the order is not PAID by this very payment. */
  lost: string[];
  /** PAID here, and the provider has no captured payment for it. */
  unfounded: string[];
  /** Orders with more than one captured payment. */
  doubled: string[];
}

/** Of sorted values, those that stand there again. */
const repeated = (values: string[]) => values.filter((value, index) => values[index - 1] === value);

/** Compares every order and every payment, both ways. */
export async function compareBooks(sandboxUrl: string, databaseUrl: string): Promise<Comparison> {
  const { orders, payments } = (await (await fetch(`${sandboxUrl}/control/state`)).json()) as ProviderBooks;
  const ours = await sql<OurOrder>(
    databaseUrl,
    'SELECT provider_order_id, status, amount_paise, paid_payment_id FROM orders',
  );
  const captured = payments.filter(({ status }) => status === 'captured');
  const paid = ours.filter(({ status }) => status === 'PAID');
  const paidBy = new Map(paid.map((order) => [order.paid_payment_id, order]));
  const capturedById = new Map(captured.map((payment) => [payment.id, payment]));
  return {
    ordersThere: orders.length,
    ordersHere: ours.length,
    capturedThere: captured.length,
    paidHere: paid.length,
    moneyThere: captured.reduce((sum, { amount }) => sum + amount, 0),
    moneyHere: paid.reduce((sum, { amount_paise }) => sum + amount_paise, 0),
    lost: captured.filter(({ id, order_id }) => paidBy.get(id)?.provider_order_id !== order_id).map(({ id }) => id),
    unfounded: paid
      .filter((order) => capturedById.get(order.paid_payment_id ?? '')?.amount !== order.amount_paise)
      .map((order) => order.provider_order_id),
    doubled: repeated(captured.map(({ order_id }) => order_id).sort()),
  };
}
