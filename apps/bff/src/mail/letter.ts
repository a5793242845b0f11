import { escapeHtml } from '../../../../packages/formats/formats.mjs';

/** The content of a mail, from which its text and its HTML are made. */
export interface Letter {
  subject: string;
  parts: LetterPart[];
}
/** A paragraph, a table of facts, or the one link to follow. */
export type LetterPart = string | { facts: [name: string, value: string][] } | { label: string; url: string };

function textOf(part: LetterPart): string {
  if (typeof part === 'string') return part;
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${part.label}:\n${part.url}`;
}

const cell = 'padding:6px 24px 6px 0;text-align:left;vertical-align:top;font-weight:normal';
const button = 'display:inline-block;padding:12px 20px;background:#07131f;color:#fff;text-decoration:none';

function htmlOf(part: LetterPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('url' in part) {
    const url = escapeHtml(part.url);
    return `<p><a href="${url}" style="${button}">${escapeHtml(part.label)}</a></p><p>Or open this address:<br>${url}</p>`;
  }
  const rows = part.facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${cell};color:#3f4f5d">${escapeHtml(name)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="border-collapse:collapse">${rows.join('')}</table>`;
}

const page = 'font:16px/1.5 system-ui,sans-serif;color:#07131f;max-width:560px;margin:0 auto;padding:24px';

/** Text and HTML of a letter. The HTML loads nothing. */
export function renderLetter({ subject, parts }: Letter): { subject: string; text: string; html: string } {
  return {
    subject,
    text: `${parts.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${page}">${parts.map(htmlOf).join('')}</body></html>`,
  };
}
