import { session } from '../api/storage';

type Message = { text: string; tone: 'good' | 'bad' };

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

function toastElement({ text, tone }: Message) {
  const toast = document.createElement('div');
  toast.className = `toast toast--${tone}`;
  const words = toast.appendChild(document.createElement('span'));
  words.textContent = text;
  const close = toast.appendChild(document.createElement('button'));
  close.type = 'button';
  close.className = 'toast__close';
  close.ariaLabel = 'Dismiss';
  close.textContent = '×';
  close.addEventListener('click', () => toast.remove());
  return toast;
}

/** Shows what the document before this one left, once. */
export function showArrivalToast() {
  const message = takeMessage();
  if (!message) return;
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
