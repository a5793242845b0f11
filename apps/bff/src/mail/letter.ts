import { escapeHtml } from '@novacore/shared/formats';

/** The content of an email. */
export interface Letter {
  /** Says what happened. Also the heading. */
  subject: string;
  /** Mail programs show it next to the subject, so it must not repeat the subject. */
  preview: string;
  parts: LetterPart[];
  /** Says why the recipient gets this email. */
  why: string;
  /** The seller on the receipt. Default: the current seller. */
  seller?: Omit<Sender, 'productName'>;
}
/** A paragraph, a large amount, a table of facts, or a button. */
export type LetterPart =
  | string
  | { amount: string }
  | { facts: [name: string, value: string][] }
  | { label: string; url: string };

/** Named in the footer. */
export interface Sender {
  productName: string;
  legalName: string;
  registeredAddress: string;
}

function textOf(part: LetterPart): string {
  if (typeof part === 'string') return part;
  if ('amount' in part) return part.amount;
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${part.label}:\n${part.url}`;
}

function htmlOf(part: LetterPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('amount' in part) return `<p class="amount">${escapeHtml(part.amount)}</p>`;
  if ('url' in part) {
    const url = escapeHtml(part.url);
    return `<p><a class="button" href="${url}">${escapeHtml(part.label)}</a></p><p class="quiet">Or open this address:<br><span class="address">${url}</span></p>`;
  }
  const rows = part.facts.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="plate">${rows.join('')}</table>`;
}

/** The logo is a table, because mail programs drop drawings. */
const mark = [
  ['small', '', 'small'],
  ['', 'core', ''],
  ['small', '', 'small'],
]
  .map((row) => `<tr>${row.map((cell) => `<td><i class="${cell}"></i></td>`).join('')}</tr>`)
  .join('');

/**
 * Light is the default, because programs that ignore the dark colours invert the light ones. Shapes are borders,
 * because some programs drop backgrounds.
 */
const style = `
:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#fff;color:#07131f;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{display:block;max-width:560px;margin:0 auto;overflow-wrap:anywhere}
.brand{width:100%;margin:0 0 32px;border-bottom:4px solid #07131f}
.brand td{padding:0 0 12px;font-size:20px;font-weight:700;letter-spacing:-.01em}
.brand .mark{width:46px}
.mark table{border-collapse:collapse}
.mark td{width:11px;height:11px;padding:0;text-align:center;line-height:0}
.mark i{display:inline-block;border:4px solid #07131f}
.mark .small{border-width:2px}
.mark .core{border:6px solid #ff4d1c}
h1{margin:0 0 16px;font-size:26px;line-height:1.2;letter-spacing:-.02em}
p{margin:0 0 16px}
.amount{font-size:52px;font-weight:700;line-height:1;letter-spacing:-.03em}
.plate{width:100%;margin:24px 0;border:1px solid #6b7b88;border-top:4px solid #ff4d1c;border-collapse:collapse}
.plate th,.plate td{padding:8px 14px;border-bottom:1px solid #b9c3cb;text-align:left;vertical-align:top;font-weight:400}
.plate th{width:38%;color:#3f4f5d}
.plate td{font-weight:500}
.button{display:inline-block;padding:12px 20px;border:2px solid #07131f;border-left:12px solid #ff4d1c;color:#07131f;font-weight:600;text-decoration:none}
.quiet,.foot{color:#3f4f5d;font-size:14px}
.address{color:#07131f}
.foot{margin-top:32px;padding-top:12px;border-top:1px solid #6b7b88}
.preview{display:none}
@media (prefers-color-scheme:dark){
body{background:#0a1118;color:#eaf3f9}
.brand,.plate{border-color:#7d8f9d}
.mark i{border-color:#eaf3f9}
.plate{border-top-color:#ff6a3d}
.plate th,.plate td{border-color:#3a4a57}
.plate th,.quiet,.foot{color:#a9bac7}
.button{border-color:#eaf3f9 #eaf3f9 #eaf3f9 #ff6a3d;color:#eaf3f9}
.mark .core{border-color:#ff6a3d}
.address{color:#eaf3f9}
}`;

/** The HTML loads nothing, and is readable without styles. */
export function renderLetter({ subject, preview, parts, why, seller }: Letter, sender: Sender) {
  const { legalName, registeredAddress } = seller ?? sender;
  const foot = [why, `${legalName}, ${registeredAddress}`];
  const html = [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${style}</style></head><body>`,
    `<div class="preview">${escapeHtml(preview)}</div><main><table class="brand" role="presentation"><tr><td class="mark"><table role="presentation">${mark}</table></td>`,
    `<td>${escapeHtml(sender.productName)}</td></tr></table>`,
    `<h1>${escapeHtml(subject)}</h1>${parts.map(htmlOf).join('')}`,
    `<div class="foot">${foot.map(htmlOf).join('')}</div></main></body></html>`,
  ].join('\n');
  return { subject, text: `${parts.map(textOf).join('\n\n')}\n\n-- \n${foot.join('\n')}\n`, html };
}
