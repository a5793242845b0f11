const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for HTML and XML, attributes included. */
export const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
