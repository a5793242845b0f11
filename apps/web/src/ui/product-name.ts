/** The product's name on pages and in checkout. The server's `mail/templates.ts` has it for mails. */
export const productName = 'NovaCore';
