import { type Control, controlsOf, messageFor } from '../../ui/field-messages';
import { type Inquiry, inquiryOf, mailtoAddress, topicOf } from './inquiry';

const errorId = ({ name }: Control) => `${name}-error`;

function clearError(control: Control) {
  document.getElementById(errorId(control))?.remove();
  control.removeAttribute('aria-invalid');
  control.removeAttribute('aria-describedby');
}

/** The markup equals that of `Field` (src/ui/field.tsx). */
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

/** @returns whether all fields are valid. Otherwise each invalid field shows its error, and the first one gets the focus. */
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

/** Shows the text to copy, for visitors without a mail client. */
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
  // Without clipboard access, the text is at least selected.
  const copied = await navigator.clipboard?.writeText(area.value).then(
    () => true,
    () => false,
  );
  status.textContent = copied ? 'Copied.' : 'The text is selected. Copy it with your keyboard.';
}

/** `?topic=` prefills the details, but never replaces what the visitor has typed. */
function fillTopic(form: HTMLFormElement, topic: string) {
  const details = form.querySelector('textarea');
  if (topic && details?.value === '') details.value = `Topic: ${topic}\n\n`;
}

/** Prepares the form. Submitting it opens the visitor's mail client; the page itself sends nothing. */
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
