import { session } from '../api/storage';

type Message = {
  text: string;
  tone: 'good' | 'bad';
  /** Of a payment: the amount, and the address of its receipt. A notice with both stays until it is dismissed. */
  payment?: { amount: string; receipt: string };
};

const key = 'arrival-toast';
const durationsMs = { good: 2_000, bad: 4_000 };

/** Shows a toast on the next document of this tab. It travels in `sessionStorage`: an address could be forged. */
export const toastOnArrival = (message: Message) => session.setItem(key, JSON.stringify(message));

function takeMessage(): Message | null {
  const stored = session.getItem(key);
  session.removeItem(key);
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}

function closeButton(onClick: () => void) {
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'toast__close';
  close.ariaLabel = 'Dismiss';
  close.textContent = '×';
  close.addEventListener('click', onClick);
  return close;
}

function toastElement({ text, tone }: Message) {
  const toast = document.createElement('div');
  toast.className = `toast toast--${tone}`;
  const words = toast.appendChild(document.createElement('span'));
  words.textContent = text;
  toast.append(closeButton(() => toast.remove()));
  return toast;
}

function link(text: string, href: string) {
  const element = document.createElement('a');
  element.href = href;
  element.textContent = text;
  return element;
}

/** Stands below the navigation and takes the focus, so that it is read out first. */
function showPaymentNotice({ amount, receipt }: NonNullable<Message['payment']>) {
  const notice = document.createElement('section');
  notice.className = 'payment-notice';
  notice.setAttribute('role', 'status');
  notice.tabIndex = -1;
  const words = notice.appendChild(document.createElement('p'));
  words.className = 'wrap';
  words.append(
    `Payment received: ${amount} · `,
    link('View receipt', receipt),
    ' · ',
    link('What happens next', '/legal#faq'),
    closeButton(() => notice.remove()),
  );
  document.getElementById('main')?.prepend(notice);
  notice.focus({ preventScroll: true });
}

/** Shows what the document before this one left, once. */
export function showArrivalToast() {
  const message = takeMessage();
  if (!message) return;
  if (message.payment) showPaymentNotice(message.payment);
  const region = document.createElement('div');
  region.className = 'toasts';
  region.setAttribute('role', 'status');
  document.body.append(region);
  // A live region announces what is added to it, not what it is created with.
  requestAnimationFrame(() => {
    region.append(toastElement(message));
    setTimeout(() => region.remove(), durationsMs[message.tone]);
  });
}
