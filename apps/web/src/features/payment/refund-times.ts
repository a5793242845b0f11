import { formatIndianDate, refundTime } from '@novacore/shared/formats';

const dayMs = 24 * 3_600_000;

/** For a refund in progress: "UPI: 2 to 7 days, today is day 3. It should show by 5 Dec 2026." */
export function refundExpectation(method: string | null, { createdAt }: { createdAt: string }, now = Date.now()) {
  const { days, latest } = refundTime(method, createdAt);
  const day = Math.max(0, Math.floor((now - Date.parse(createdAt)) / dayMs));
  const by = formatIndianDate(latest);
  const isLate = now >= latest + dayMs;
  return `${days}, today is day ${day}. ${isLate ? `It should have arrived by ${by}.` : `It should show by ${by}.`}`;
}
