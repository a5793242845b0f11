import { inquiryOf, mailtoAddress, topicOf } from './inquiry';

const to = 'hello@novacore.example';

function addressOf(fields: Record<string, string>, topic = '') {
  const data = new FormData();
  for (const [name, value] of Object.entries({ firstName: 'Asha', lastName: 'Rao', ...fields }))
    data.append(name, value);
  return new URL(mailtoAddress(to, inquiryOf(data, topic)));
}

test('the mail has a subject, the fields that are filled in, and line breaks as mail clients want them', () => {
  const { pathname, searchParams } = addressOf({
    company: 'Lab & Söhne',
    phone: '',
    details: 'Eight H100,\nfor a week.',
  });
  expect([pathname, searchParams.get('subject'), searchParams.get('body')]).toEqual([
    to,
    'Inquiry from Asha Rao',
    'First name: Asha\r\nLast name: Rao\r\nCompany: Lab & Söhne\r\n\r\nEight H100,\r\nfor a week.',
  ]);
});

test('an address that mail clients would not take is cut between two characters, and says so', () => {
  const emoji = '😀'.repeat(3000);
  for (const [fields, topic, subject] of [
    [{ details: '₹ और GPU '.repeat(400) }, '', /^Inquiry from Asha Rao$/],
    [{ firstName: `a${emoji}` }, topicOf(`?topic=${emoji}`), /^(😀){100}: inquiry from a(😀)+$/u],
  ] as const) {
    const { href, searchParams } = addressOf(fields, topic);
    expect(href.length).toBeLessThanOrEqual(1900);
    expect(searchParams.get('subject')).toMatch(subject);
    expect(searchParams.get('body')).toMatch(/paste the rest from the page/);
  }
});

test('a topic is text of one line, and may be missing', () => {
  expect(topicOf('?topic=Reserve%20B200%0A%3Cscript%3E')).toBe('Reserve B200 <script>');
  expect(topicOf(`?topic=${'a'.repeat(99)}😀b`)).toBe(`${'a'.repeat(99)}😀`);
  expect(topicOf('')).toBe('');
});
