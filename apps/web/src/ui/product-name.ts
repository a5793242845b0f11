/** The product's name, once: pages, checkout's label and mails take it from here. */
export const productName = 'NovaCore';
