import type { Block } from '../../section';

export type Code = Extract<Block, { kind: 'code' }>;

/** NovaCore's address on the reader's machine. */
export const novacore = 'http://localhost:3000';

/** Every guide that installs one of the packages begins with this sentence. */
export const getPackages =
  'Our two packages are not on npm yet. We send you their files: `novacore-sandbox-1.4.0.tgz` and `novacore-client-1.4.0.tgz`.';

/** Commands to type. A test runs them, and compares their output with the `answer` that follows. */
export const sh = (code: string, title?: string): Code => ({ kind: 'code', language: 'sh', title, code });
export const answer = (code: string, language: 'json' | 'text' = 'json'): Code => ({
  kind: 'code',
  language,
  title: 'Answer',
  code,
});
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const section = (id: string, text: string): Block => ({ kind: 'heading', level: 2, id, text });
