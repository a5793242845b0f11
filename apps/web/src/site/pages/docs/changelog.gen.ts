/** Generated from contract/releases. */
export const changelog: { version: string; date: string; added: string[]; breaking: string[] }[] = [];
