import { createHash } from 'node:crypto';

const source = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const unique = (texts) => [...new Set(texts)].map(source);

/** The content security policy's sources for all that stands inline in these pages, quotes included. */
export function inlineSources(pages) {
  const texts = (pattern) => pages.flatMap(({ body }) => [...body.matchAll(pattern)].map(([, text]) => text));
  return {
    scriptHashes: unique(texts(/<script>(.*?)<\/script>/gs)),
    styleHashes: unique(texts(/<style[^>]*>(.*?)<\/style>/gs)),
  };
}
