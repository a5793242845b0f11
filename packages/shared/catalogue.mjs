// What is sold. Pages, emails, orders and receipts take titles and amounts from here.

/** @typedef {{ code: string, title: string, amountPaise: number }} Product */

/**
 * A request names a product by its amount. Codes are stored with orders, so a code is never renamed.
 * @param {{ paymentPurpose: string }} settings
 * @returns {[Product, ...Product[]]}
 */
export const catalogueOf = ({ paymentPurpose }) => [
  { code: 'account_setup', title: paymentPurpose, amountPaise: 15_000 },
];
