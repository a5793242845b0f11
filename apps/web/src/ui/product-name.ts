/** The product's name on pages and in checkout. `mail/templates.ts` of the server has it for emails. */
export const productName = 'NovaCore';
