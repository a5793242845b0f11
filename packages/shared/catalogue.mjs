// Products with the titles and amounts for pages, emails, orders and receipts.

/** @typedef {{ code: string, title: string, amountPaise: number }} Product */

/**
 * Requests name a product by its amount. Never rename a code, because orders store it.
 * @param {{ paymentPurpose: string }} settings
 * @returns {[Product, ...Product[]]}
 */
export const catalogueOf = ({ paymentPurpose }) => [
  { code: 'account_setup', title: paymentPurpose, amountPaise: 15_000 },
];
