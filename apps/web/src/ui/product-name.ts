/** The product's name on pages and in checkout. The server has its own for mails, because the two share no code. */
export const productName = 'NovaCore';
