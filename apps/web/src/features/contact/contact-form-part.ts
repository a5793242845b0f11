import { type Control, controlsOf, messageFor } from '../../ui/field-messages';

/** What the form asks, by field name, in the order of the mail. */
const lines = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['company', 'Company'],
  ['phone', 'Phone'],
] as const;

type Inquiry = { subject: string; text: string };

/** A topic from the address as one line: no control characters, limited length. */
function topicOf(search: string) {
  const topic = (new URLSearchParams(search).get('topic') ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  // By code points, because half of an emoji makes `encodeURIComponent` throw.
  return [...topic].slice(0, 100).join('');
}

/** For a subject: in an address, a topic and a name of four-byte characters leave room below `longest`. */
function shortened(name: string) {
  let short = '';
  for (const character of name) {
    if (encodeURIComponent(short + character).length > 400) break;
    short += character;
  }
  return short;
}

/** Subject and text of the mail. Optional fields that are empty are left out. */
function inquiryOf(data: FormData, topic: string): Inquiry {
  const value = (name: string) => String(data.get(name) ?? '').trim();
  const facts = lines.filter(([name]) => value(name)).map(([name, label]) => `${label}: ${value(name)}`);
  const name = shortened(`${value('firstName')} ${value('lastName')}`);
  return {
    subject: topic ? `${topic}: inquiry from ${name}` : `Inquiry from ${name}`,
    text: [...facts, '', value('details')].join('\n').trim(),
  };
}

/** Mail clients and Windows cut off longer addresses, or open nothing at all. */
const longest = 1900;

const addressFor = (to: string, { subject, text }: Inquiry) =>
  // RFC 6068, section 5: line breaks in a body are CRLF.
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))}`;

/** The `mailto:` address of an inquiry. A text that is too long is cut, and says so; the page has it whole. */
function mailtoAddress(to: string, inquiry: Inquiry): string {
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

const errorId = ({ name }: Control) => `${name}-error`;

function clearError(control: Control) {
  document.getElementById(errorId(control))?.remove();
  control.removeAttribute('aria-invalid');
  control.removeAttribute('aria-describedby');
}

/** The same markup as `Field` (src/ui/field.tsx) renders. */
function showError(control: Control, message: string) {
  const error = document.createElement('p');
  error.className = 'field-error';
  error.id = errorId(control);
  error.innerHTML =
    '<svg class="icon icon--small" width="18" height="18" aria-hidden="true"><use href="#i-alert"/></svg>';
  error.append(message);
  control.after(error);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', error.id);
}

/** @returns whether all fields are filled in rightly; otherwise each says why, and the first one has the focus. */
function check(form: HTMLFormElement) {
  const wrong = controlsOf(form).filter((control) => {
    clearError(control);
    const message = messageFor(control);
    if (message) showError(control, message);
    return message !== undefined;
  });
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** The address and the text to copy, for visitors whose mail client did not open. */
function showWritten(section: HTMLElement, { subject, text }: Inquiry) {
  const area = section.querySelector('textarea');
  const status = section.querySelector('[role=status]');
  const subjectElement = section.querySelector('[data-subject]');
  if (!area || !status || !subjectElement) return;
  area.value = text;
  subjectElement.textContent = subject;
  status.textContent = '';
  section.hidden = false;
  section.querySelector('h2')?.focus();
}

async function copy(section: HTMLElement) {
  const area = section.querySelector('textarea');
  const status = section.querySelector('[role=status]');
  if (!area || !status) return;
  area.select();
  // Without a clipboard (no HTTPS, not allowed) the text is at least selected.
  const copied = await navigator.clipboard?.writeText(area.value).then(
    () => true,
    () => false,
  );
  status.textContent = copied ? 'Copied.' : 'Selected: copy it with your keyboard.';
}

/** `?topic=` opens the details with it. What was typed before this script came stays. */
function fillTopic(form: HTMLFormElement, topic: string) {
  const details = form.querySelector('textarea');
  if (topic && details?.value === '') details.value = `Topic: ${topic}\n\n`;
}

/** Writes an e-mail in the visitor's mail client; nothing is sent from here. */
export function start() {
  const form = document.querySelector<HTMLFormElement>('#contact-form form');
  const written = document.querySelector<HTMLElement>('#contact-form .inquiry-fallback');
  if (!form || !written) return;
  const topic = topicOf(location.search);
  const address = form.action.replace('mailto:', '');
  fillTopic(form, topic);
  form.noValidate = true;
  form.addEventListener('input', ({ target }) => clearError(target as Control));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!check(form)) return;
    const inquiry = inquiryOf(new FormData(form), topic);
    showWritten(written, inquiry);
    location.assign(mailtoAddress(address, inquiry));
  });
  written.querySelector('button')?.addEventListener('click', () => copy(written));
}
