/** What makes two addresses the same account. The contract lets in ASCII only, so no look-alike letters reach this. */
export const normalizedEmail = (email: string) => email.toLowerCase();
