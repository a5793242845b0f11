import { arrivalKey, session } from '../api/storage';

type Message = {
  text: string;
  tone: 'good' | 'bad';
  /** The panel after a payment. `receipt` is an address; `requests` are GPUs and the addresses of their forms. */
  payment?: { amount: string; receipt: string; path: readonly string[]; requests: [name: string, address: string][] };
  /** Shown only on this path after a redirect, so it can be stored before the result of checkout is known. */
  afterRedirectTo?: string;
};

const durationsMs = { good: 2_000, bad: 4_000 };

/** Shows a toast on the next document of this tab. `sessionStorage` carries it, because an address could be forged. */
export const toastOnArrival = (message: Message) => session.setItem(arrivalKey, JSON.stringify(message));

function parse(text: string | null): Message | null {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Drops a message whose event did not happen. @returns whether it was for a redirect */
export function dropArrivalToast(): boolean {
  const message = parse(session.getItem(arrivalKey));
  session.removeItem(arrivalKey);
  return message?.afterRedirectTo !== undefined;
}

/** Whether the server redirected here. A link or a typed address carries no result. */
const wasRedirected = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).redirectCount > 0);

function takeMessage(): Message | null {
  const message = parse(session.getItem(arrivalKey));
  const path = message?.afterRedirectTo;
  if (path && path !== window.location.pathname) return null;
  dropArrivalToast();
  return path && !wasRedirected() ? null : message;
}

const element = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) =>
  Object.assign(document.createElement(tag), properties);

const closeButton = (onclick: () => void) =>
  element('button', { type: 'button', className: 'toast__close', ariaLabel: 'Dismiss', textContent: '×', onclick });

function toastElement({ text, tone }: Message) {
  const toast = element('div', { className: `toast toast--${tone}` });
  toast.append(
    element('span', { textContent: text }),
    closeButton(() => toast.remove()),
  );
  return toast;
}

const link = (textContent: string, href: string) => element('a', { href, textContent });

/** The panel takes the focus, so that screen readers read it first. */
function showPaymentNotice({ amount, receipt, path, requests }: NonNullable<Message['payment']>) {
  const notice = element('section', { className: 'payment-notice', tabIndex: -1 });
  notice.setAttribute('role', 'status');
  const content = notice.appendChild(element('div', { className: 'wrap' }));
  const steps = element('ol', { className: 'path' });
  steps.append(...path.map((textContent) => element('li', { textContent })));
  steps.children[2]?.setAttribute('aria-current', 'step');
  const cells = element('p', { className: 'payment-notice__gpus' });
  cells.append(...requests.map(([name, address]) => link(name, address)));
  content.append(
    closeButton(() => notice.remove()),
    element('p', { className: 'payment-notice__amount', textContent: `Payment received: ${amount}` }),
    link('View receipt', receipt),
    steps,
    element('h2', { textContent: 'Which GPU first?' }),
    cells,
  );
  document.getElementById('main')?.prepend(notice);
  notice.focus({ preventScroll: true });
}

/** Shows the previous document's message once. */
export function showArrivalToast() {
  const message = takeMessage();
  if (!message) return;
  if (message.payment) showPaymentNotice(message.payment);
  // The notice is at the top, where phones show toasts.
  const region = element('div', { className: message.payment ? 'toasts toasts--bottom' : 'toasts' });
  region.setAttribute('role', 'status');
  document.body.append(region);
  // A live region announces only what is added after its creation.
  requestAnimationFrame(() => {
    region.append(toastElement(message));
    setTimeout(() => region.remove(), durationsMs[message.tone]);
  });
}
