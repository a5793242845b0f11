import { isEmailAddress } from '../../config/email-address';

/** What a payer or a bank quotes. */
export type Search =
  | { kind: 'order' | 'payment' | 'refund' | 'dispute' | 'receipt'; id: string }
  | { kind: 'email' | 'upi_address' | 'card' | 'bank_reference'; text: string }
  | { kind: 'amount'; paise: number; day: string };

const prefixes = { order_: 'order', pay_: 'payment', rfnd_: 'refund', disp_: 'dispute' } as const;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** @returns a date such as 2026-01-15, from that, 15/1/2026, 15.01.2026, 15 Jan 2026 or 15 January 2026; undefined for no date. */
function readDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const indian = /^(\d{1,2})(?:[/.-](\d{1,2})[/.-]|\s([a-z]{3})[a-z]*,?\s)(\d{4})$/i.exec(text);
  const month = indian?.[2] ?? String(months.indexOf(indian?.[3]?.toLowerCase() ?? '') + 1);
  const [year, ...rest] = iso ? iso.slice(1) : [indian?.[4], month, indian?.[1]];
  const day = [year, ...rest.map((part) => part?.padStart(2, '0'))].join('-');
  const at = new Date(`${day}T00:00:00Z`);
  return /^20\d\d-/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}

/** An amount in rupees and a date, in either order. */
function readAmount(text: string): Search | undefined {
  const amount = '(?:₹|rs\\.?|inr)?\\s*(\\d[\\d,]{0,12}(?:\\.\\d{1,2})?)';
  const first = new RegExp(`^${amount}[,\\s]+(?:on\\s+)?(.+)$`, 'i').exec(text);
  const last = new RegExp(`^(.+?)[,\\s]+${amount}$`, 'i').exec(text);
  for (const [rupees, date] of [first?.slice(1) ?? [], last?.slice(1).reverse() ?? []]) {
    const day = readDay(date ?? '');
    const paise = Math.round(Number(rupees?.replaceAll(',', '')) * 100);
    if (day && paise <= 2_147_483_647) return { kind: 'amount', paise, day };
  }
  return undefined;
}

/** @returns how a text can be searched for; undefined where it is nothing that orders have. */
export function readSearch(typed: string): Search | undefined {
  // Pasted from mails and messages: with direction marks, without half surrogates.
  const text = typed
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const prefix = /^(order_|pay_|rfnd_|disp_)[\w-]{1,60}$/.exec(text)?.[1] as keyof typeof prefixes | undefined;
  if (prefix) return { kind: prefixes[prefix], id: text };
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return { kind: 'order', id: text.toLowerCase() };
  if (/^\w{2,4}\/\d\d-\d\d\/\d{1,10}$/.test(text)) return { kind: 'receipt', id: text.toUpperCase() };
  if (/^[\da-f]{32}$/.test(text)) return { kind: 'receipt', id: text };
  // A UPI address ends with a bank's name, which has no dot.
  if (/^[\w.+-]{1,64}@[a-z\d-]{2,64}$/i.test(text)) return { kind: 'upi_address', text: text.toLowerCase() };
  if (isEmailAddress(text)) return { kind: 'email', text };
  const last4 = /^[*•x·.\s-]*(\d{4})$/i.exec(text)?.[1];
  if (last4) return { kind: 'card', text: last4 };
  const amount = readAmount(text);
  if (amount) return amount;
  const reference = text.replaceAll(' ', '');
  return /^[a-z\d-]{6,40}$/i.test(reference) && /\d/.test(reference)
    ? { kind: 'bank_reference', text: reference }
    : undefined;
}
