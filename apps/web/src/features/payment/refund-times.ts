import { formatDate } from '../../../../../packages/formats/formats.mjs';

const dayMs = 24 * 3_600_000;

/** Days until the money shows (razorpay.com/docs/payments/refunds/normal), by the provider's method. */
const days: Record<string, { name: string; from: number; to: number }> = {
  card: { name: 'Card', from: 5, to: 10 },
  netbanking: { name: 'Net banking', from: 2, to: 10 },
  wallet: { name: 'Wallet', from: 0, to: 3 },
  upi: { name: 'UPI', from: 2, to: 7 },
};

/** Of a refund that is on its way: "UPI: 2 to 7 days, today is day 3. It should show by 5 Dec 2026." */
export function refundExpectation(method: string | null, { createdAt }: { createdAt: string }, now = Date.now()) {
  const { name, from, to } = days[method ?? ''] ?? { name: 'Most banks', from: 2, to: 10 };
  const day = Math.max(0, Math.floor((now - Date.parse(createdAt)) / dayMs));
  const latest = formatDate(Date.parse(createdAt) + to * dayMs);
  const expected = day > to ? `It should have arrived by ${latest}.` : `It should show by ${latest}.`;
  return `${name}: ${from} to ${to} days, today is day ${day}. ${expected}`;
}
