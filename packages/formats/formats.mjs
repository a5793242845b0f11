// Amounts, times and texts as pages, receipts and mails show them. Not by Intl: its texts differ between browsers and versions.

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

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, XML and SVG, attributes included. */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => entities[character]);
