import { addDays } from '../../books/indian-days';
import { isEmailAddress } from '../../config/email-address';

/** The kinds of text that a payer or a bank quotes. `amount` may have a day. */
export interface Search {
  kind:
    | (typeof prefixes)[keyof typeof prefixes]
    | 'receipt'
    | 'email'
    | 'upi_address'
    | 'card'
    | 'bank_reference'
    | 'amount'
    | 'day';
  text?: string;
  amountPaise?: number;
  day?: string;
}

const prefixes = {
  order_: 'order',
  pay_: 'payment',
  rfnd_: 'refund',
  disp_: 'dispute',
  setl_: 'settlement',
} as const;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * @returns a date such as 2026-01-15, from that, today, yesterday, 15/1/2026, 15.01.2026, 15 Jan 2026 or 15 January 2026;
 * undefined for no date.
 */
function readDay(text: string, today: string): string | undefined {
  if (/^today$/i.test(text)) return today;
  if (/^yesterday$/i.test(text)) return addDays(today, -1);
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const indian = /^(\d{1,2})(?:[/.-](\d{1,2})[/.-]|\s([a-z]{3})[a-z]*,?\s)(\d{4})$/i.exec(text);
  const month = indian?.[2] ?? String(months.indexOf(indian?.[3]?.toLowerCase() ?? '') + 1);
  const [year, ...rest] = iso ? iso.slice(1) : [indian?.[4], month, indian?.[1]];
  const day = [year, ...rest.map((part) => part?.padStart(2, '0'))].join('-');
  const at = new Date(`${day}T00:00:00Z`);
  return /^20\d\d-/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}

const rupees = '(?:₹|rs\\.?|inr)?\\s*(\\d[\\d,]{0,12}(?:\\.\\d{1,2})?)';

/** An amount in rupees and a date, in either order, or one of both. */
function readAmount(text: string, today: string): Search | undefined {
  const alone = readDay(text, today);
  if (alone) return { kind: 'day', day: alone };
  const [only, first, last] = [`${rupees}`, `${rupees}[,\\s]+(?:on\\s+)?(.+)`, `(.+?)[,\\s]+${rupees}`].map((form) =>
    new RegExp(`^${form}$`, 'i').exec(text)?.slice(1),
  );
  for (const [amount, date] of [only ?? [], first ?? [], last?.reverse() ?? []]) {
    const day = date && readDay(date, today);
    const amountPaise = Math.round(Number(amount?.replaceAll(',', '')) * 100);
    if ((day || amount === only?.[0]) && amountPaise <= 2_147_483_647) return { kind: 'amount', amountPaise, day };
  }
  return undefined;
}

/** @param today the Indian day @returns the kind of search, or undefined if no order can match */
export function readSearch(typed: string, today: string): Search | undefined {
  // Pasted text may contain direction marks, half surrogates and punctuation.
  const text = typed
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'(]+|[\s"').,;:]+$/g, '');
  const prefix = /^(order_|pay_|rfnd_|disp_|setl_)[\w-]{1,60}$/.exec(text)?.[1] as keyof typeof prefixes | undefined;
  if (prefix) return { kind: prefixes[prefix], text };
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return { kind: 'order', text: text.toLowerCase() };
  if (/^\w{2,4}\/\d\d-\d\d\/\d{1,10}$/.test(text)) return { kind: 'receipt', text: text.toUpperCase() };
  if (/^[\da-f]{32}$/.test(text)) return { kind: 'receipt', text };
  // A UPI address ends with a bank's name, which has no dot.
  if (/^[\w.+-]{1,64}@[a-z\d-]{2,64}$/i.test(text)) return { kind: 'upi_address', text: text.toLowerCase() };
  if (isEmailAddress(text)) return { kind: 'email', text };
  const last4 = /^(?:card )?[*•x·.\s-]*(\d{4})$/i.exec(text)?.[1];
  if (last4) return { kind: 'card', text: last4 };
  const reference = text.replaceAll(' ', '');
  const isReference = /^[a-z\d-]{6,40}$/i.test(reference) && /\d/.test(reference);
  // A long number without a sign of money is a bank's.
  const amount = /^\d{6,}$/.test(text) ? undefined : readAmount(text, today);
  return amount ?? (isReference ? { kind: 'bank_reference', text: reference } : undefined);
}
