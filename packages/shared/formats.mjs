// Formats for pages and emails. We do not use Intl, because its texts differ between browsers.

/** @typedef {string | number} Time RFC 3339, or milliseconds. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** @type {Record<string, string>} */
const symbols = { INR: '₹', USD: '$' };
const minuteMs = 60_000;
const indiaMinutes = 330;

/** Formats 15000 paise as ₹150.00, with Indian grouping. @param {number} paise */
export function formatPaise(paise, currency = 'INR') {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
  return `${paise < 0 ? '-' : ''}${symbols[currency] ?? `${currency} `}${whole}.${digits.slice(-2)}`;
}

/** Omits paise that are zero: ₹150. @param {number} paise */
export const formatPrice = (paise) => formatPaise(paise).replace(/\.00$/, '');

/** Shifts a time, so that its UTC fields show the local time. @param {Time} time @param {number} minutes ahead of UTC */
const clockOf = (time, minutes) => new Date(new Date(time).getTime() + minutes * minuteMs);
/** @param {Time} time */
const readersClock = (time) => clockOf(time, -new Date(time).getTimezoneOffset());

/** @param {Date} clock */
const dayOf = (clock) => `${clock.getUTCDate()} ${months[clock.getUTCMonth()]} ${clock.getUTCFullYear()}`;

/** @param {Date} clock */
function timeOf(clock) {
  const hours = clock.getUTCHours();
  const minutes = String(clock.getUTCMinutes()).padStart(2, '0');
  return `${dayOf(clock)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

/** The reader's local time: 15 Jan 2026, 3:00 pm. @param {Time} time */
export const formatTime = (time) => timeOf(readersClock(time));

/** The reader's time zone, such as America/New York. */
export const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** Indian time for documents and emails: 15 Jan 2026, 3:00 pm IST. @param {Time} time */
export const formatIndianTime = (time) => `${timeOf(clockOf(time, indiaMinutes))} IST`;

/** RFC 3339 in Indian time: 2026-01-15T15:00:00.000+05:30. @param {Time} time */
export const indianTimestamp = (time) => clockOf(time, indiaMinutes).toISOString().replace('Z', '+05:30');

/** Indian date: 15 Jan 2026. @param {Time} time */
export const formatIndianDate = (time) => dayOf(clockOf(time, indiaMinutes));

// razorpay.com/docs/payments/refunds/normal
/** @type {Record<string, [name: string, fromDays: number, toDays: number]>} */
const refundDays = {
  card: ['Card', 5, 10],
  netbanking: ['Net banking', 2, 10],
  wallet: ['Wallet', 0, 3],
  upi: ['UPI', 2, 7],
};

/** Banks show a refund in "UPI: 2 to 7 days". @param {string | null | undefined} method @param {string} createdAt */
export function refundTime(method, createdAt) {
  const [name, from, to] = refundDays[method ?? ''] ?? ['Most banks', 2, 10];
  return { days: `${name}: ${from} to ${to} days`, latest: Date.parse(createdAt) + to * 24 * 60 * minuteMs };
}

/** @type {Record<string, string>} */
const names = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  paylater: 'Pay later',
};

/** Such as Card (Visa, ending 1007). @param {string} method @param {Record<string, string>} details */
export function formatMethod(method, { network, last4, vpa, bank, wallet } = {}) {
  const details = [network, last4 && `ending ${last4}`, vpa, bank, wallet].filter(Boolean);
  return (names[method] ?? method) + (details.length ? ` (${details.join(', ')})` : '');
}

/**
 * `reference` is the bank's reference.
 * @typedef {{ id: string | null, status: 'pending' | 'processed' | 'failed', amountPaise: number,
 *   reference: string | null, createdAt: string }} RefundFacts
 */

/** @typedef {{ legalName: string, registeredAddress: string, gstin: string, gstStatement: string }} Seller */

/**
 * Stored when an order gets its receipt number. `receipt` is the merchant reference, `paidAt` is Indian time, and
 * `taxLines` is empty until we charge tax. Emails about payments without a receipt use it too.
 * @typedef {{ receiptNumber: string | null, receipt: string, orderId: string | null, paymentId: string | null,
 *   seller: Seller, lines: { product: string, title: string, amountPaise: number }[],
 *   taxLines: { name: string, amountPaise: number }[], amountPaise: number, currency: string, paidAt: string | null,
 *   method: string | null, methodDetails: Record<string, string> }} ReceiptDocument
 */

/**
 * The lines of a receipt or of an email about a payment. Omits unknown facts. Refunds come last, oldest first.
 * @param {ReceiptDocument} document
 * @param {{ email?: string | null, refunds?: RefundFacts[] }} now the payer's address and the refunds, which may change
 * @returns {[name: string, value: string][]}
 */
export function receiptLines({ seller, currency, method, ...paid }, { email, refunds = [] }) {
  /** @type {(refund: RefundFacts, at: number) => [string, unknown][]} */
  const linesOf = ({ id, status, reference, createdAt, ...refund }, at) => {
    const due = status !== 'failed' && refundTime(method, createdAt);
    const name = refunds.length > 1 ? `Refund ${at + 1}` : 'Refund';
    return [
      [name, formatPaise(refund.amountPaise, currency)],
      [`${name} reference`, reference ?? id],
      [`${name} shows`, due && `${due.days}, by ${formatIndianDate(due.latest)}`],
    ];
  };
  /** @type {(tax: ReceiptDocument['taxLines'][number]) => [string, unknown]} */
  const taxLine = ({ name, amountPaise }) => [name, formatPaise(amountPaise, currency)];
  /** @type {[string, unknown][]} */
  const lines = [
    ['Received by', seller.legalName],
    ['Address', seller.registeredAddress],
    ['GSTIN', seller.gstin],
    ['Received from', email],
    ['For', paid.lines.map(({ title }) => title).join(', ')],
    ...paid.taxLines.map(taxLine),
    ['Amount', formatPaise(paid.amountPaise, currency)],
    ['Paid on', paid.paidAt && formatIndianTime(paid.paidAt)],
    ['Paid by', method && formatMethod(method, paid.methodDetails)],
    ['Receipt number', paid.receiptNumber],
    ['Our order number', paid.receipt],
    ['Order at Razorpay', paid.orderId],
    ['Payment at Razorpay', paid.paymentId],
    ...refunds.flatMap(linesOf),
  ];
  return lines.flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text and attributes for HTML, XML and SVG. @param {string} text */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
