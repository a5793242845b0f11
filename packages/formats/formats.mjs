// Amounts, times, receipts and texts as pages and mails show them. Not by Intl: its texts differ between browsers and versions.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const symbols = { INR: '₹', USD: '$' };
const minuteMs = 60_000;
const indiaMinutes = 330;

/** 15000 paise are ₹150.00, with Indian grouping. */
export function formatPaise(paise, currency = 'INR') {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
  return `${paise < 0 ? '-' : ''}${symbols[currency] ?? `${currency} `}${whole}.${digits.slice(-2)}`;
}

/** The date whose UTC fields are what a clock shows that is so many minutes ahead of UTC. */
const clockOf = (time, minutes) => new Date(time.getTime() + minutes * minuteMs);
const readersClock = (time) => clockOf(new Date(time), -new Date(time).getTimezoneOffset());

const dayOf = (clock) => `${clock.getUTCDate()} ${months[clock.getUTCMonth()]} ${clock.getUTCFullYear()}`;

function timeOf(clock) {
  const hours = clock.getUTCHours();
  const minutes = String(clock.getUTCMinutes()).padStart(2, '0');
  return `${dayOf(clock)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

/** In the reader's time zone: 15 Jan 2026. */
export const formatDate = (time) => dayOf(readersClock(time));

/** In the reader's time zone: 15 Jan 2026, 3:00 pm. */
export const formatTime = (time) => timeOf(readersClock(time));

/** In Indian time, where the reader's is unknown: 15 Jan 2026, 3:00 pm IST. */
export const formatIndianTime = (time) => `${timeOf(clockOf(new Date(time), indiaMinutes))} IST`;

/** In Indian time: 15 Jan 2026. */
export const formatIndianDate = (time) => dayOf(clockOf(new Date(time), indiaMinutes));

const dayMs = 24 * 60 * minuteMs;

/** Days until a refund shows (razorpay.com/docs/payments/refunds/normal), by the provider's method. */
const refundDays = {
  card: ['Card', 5, 10],
  netbanking: ['Net banking', 2, 10],
  wallet: ['Wallet', 0, 3],
  upi: ['UPI', 2, 7],
};

/** When a bank shows a refund that was made at `createdAt`: "UPI: 2 to 7 days", and the time of the last of them. */
export function refundTime(method, createdAt) {
  const [name, from, to] = refundDays[method] ?? ['Most banks', 2, 10];
  return { days: `${name}: ${from} to ${to} days`, latest: Date.parse(createdAt) + to * dayMs };
}

const methodNames = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  paylater: 'Pay later',
};

/** Card (Visa, ending 1007), UPI (asha@bank), Net banking (HDFC). */
export function formatMethod(method, { network, last4, vpa, bank, wallet } = {}) {
  const details = [network, last4 && `ending ${last4}`, vpa, bank, wallet].filter(Boolean);
  return (methodNames[method] ?? method) + (details.length ? ` (${details.join(', ')})` : '');
}

/** What a receipt and the mails about a payment state, in this order. What is not known is left out. */
export function receiptLines({ operator, email, refunds = [], ...paid }, { formatTime, formatDate }) {
  const { amountPaise, currency, method } = paid;
  const linesOf = ({ id, status, reference, createdAt, ...refund }, at) => {
    const due = status !== 'failed' && refundTime(method, createdAt);
    const name = refunds.length > 1 ? `Refund ${at + 1}` : 'Refund';
    return [
      [name, formatPaise(refund.amountPaise, currency)],
      [`${name} reference`, reference ?? id],
      [`${name} shows`, due && `${due.days}, by ${formatDate(due.latest)}`],
    ];
  };
  return [
    ['Received by', operator.legalName],
    ['Address', operator.registeredAddress],
    ['GSTIN', operator.gstin],
    ['Received from', email],
    ['For', operator.paymentPurpose],
    ['Amount', formatPaise(amountPaise, currency)],
    ['Paid on', paid.paidAt && formatTime(paid.paidAt)],
    ['Paid by', method && formatMethod(method, paid.methodDetails)],
    ...refunds.flatMap(linesOf),
    ['Receipt number', paid.receiptNumber],
    ['Our order number', paid.receipt],
    ['Order at Razorpay', paid.orderId],
    ['Payment at Razorpay', paid.paymentId],
  ].filter(([, value]) => value);
}
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, XML and SVG, attributes included. */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => entities[character]);
