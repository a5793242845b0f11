/**
 * Running text for documents and guides. Strings marked "inline" may hold `[text](address)`, `**strong**`
 * and `` `code` ``, nothing else.
 */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** `id` is the anchor; level 2 also appears in the table of contents. */
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'list'; ordered?: boolean; items: string[] }
  /** `title` names the file or the tool above the code. */
  | { kind: 'code'; language: 'sh' | 'ts' | 'js' | 'json' | 'http' | 'yaml' | 'text'; title?: string; code: string }
  | { kind: 'table'; caption: string; columns: string[]; rows: string[][] }
  | { kind: 'note'; tone?: 'plain' | 'warning'; text: string };
