/** Paise as people write them: 15000 is ₹150.00, with Indian grouping. */
export const formatPaise = (amountPaise: number, currency = 'INR') =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amountPaise / 100);

/** An RFC 3339 time in the reader's own zone: 15 Jan 2026, 3:00 pm. */
export const formatTime = (time: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
