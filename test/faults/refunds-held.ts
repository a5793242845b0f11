import type { Fixture } from './fixture';

/** Refunds that we report as made, and that the provider does not hold as pending or processed. */
export async function refundsNotHeld({ database, provider }: Pick<Fixture, 'database' | 'provider'>) {
  const { refunds } = await provider();
  const reported = await database.query<{ id: string; amount: number }>(
    "SELECT provider_id AS id, amount_paise AS amount FROM refunds WHERE status <> 'failed'",
  );
  const isHeld = ({ id, amount }: { id: string; amount: number }) =>
    refunds.some((refund) => refund.id === id && refund.amount === amount && refund.status !== 'failed');
  return reported.filter((refund) => !isHeld(refund));
}
