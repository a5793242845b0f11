/** Form questions by field name, in the order of the email. */
const lines = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['company', 'Company'],
  ['phone', 'Phone'],
] as const;

export type Inquiry = { subject: string; text: string };

/** The topic as one line: no control characters, limited length. */
export function topicOf(search: string) {
  const topic = (new URLSearchParams(search).get('topic') ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  // We cut by code points, because half an emoji makes `encodeURIComponent` throw.
  return [...topic].slice(0, 100).join('');
}

/** Shortens a name for the subject, so that the address stays below `longest` even with four-byte characters. */
function shortened(name: string) {
  let short = '';
  for (const character of name) {
    if (encodeURIComponent(short + character).length > 400) break;
    short += character;
  }
  return short;
}

/** Optional fields that are empty are left out. */
export function inquiryOf(data: FormData, topic: string): Inquiry {
  const value = (name: string) => String(data.get(name) ?? '').trim();
  const facts = lines.filter(([name]) => value(name)).map(([name, label]) => `${label}: ${value(name)}`);
  const name = shortened(`${value('firstName')} ${value('lastName')}`);
  return {
    subject: topic ? `${topic}: inquiry from ${name}` : `Inquiry from ${name}`,
    text: [...facts, '', value('details')].join('\n').trim(),
  };
}

/** Mail clients and Windows cut off or ignore longer addresses. */
const longest = 1900;

const addressFor = (to: string, { subject, text }: Inquiry) =>
  // RFC 6068, section 5: line breaks in a body are CRLF.
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))}`;

/** The `mailto:` address of an inquiry. A long text is cut and says so; the page shows all of it. */
export function mailtoAddress(to: string, inquiry: Inquiry): string {
  const whole = addressFor(to, inquiry);
  if (whole.length <= longest) return whole;
  const characters = [...inquiry.text];
  const cut = (count: number) =>
    addressFor(to, {
      ...inquiry,
      text: `${characters.slice(0, count).join('')}\n[Please paste the rest from the page.]`,
    });
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (cut(middle).length <= longest) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}
