/** Text that is already HTML. Only `html` makes it. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | Part[];

/** Template literal whose values are escaped, except for those that are HTML themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((text, string, i) => text + string + (i < parts.length ? render(parts[i] as Part) : ''), ''),
  );
}

function render(part: Part): string {
  if (Array.isArray(part)) return part.map(render).join('');
  if (part instanceof Html) return part.text;
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
