import { requestOf } from '../site/explorer/pricing';
import { gpus } from '../site/prices';
import { dropArrivalToast, type Message, readArrivalToast } from './arrival-toast';

const durationsMs = { good: 2_000, bad: 4_000 };

/** Whether the server redirected here. A link or a typed address carries no result. */
const wasRedirected = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).redirectCount > 0);

function takeMessage(): Message | null {
  const message = readArrivalToast();
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

const link = (className: string, textContent: string, href: string) => element('a', { className, href, textContent });

/** The panel takes the focus, so that screen readers read it first. */
function showPaymentNotice({ amount, receipt, path }: NonNullable<Message['payment']>) {
  const notice = element('section', { className: 'payment-notice', tabIndex: -1 });
  notice.setAttribute('role', 'status');
  const content = notice.appendChild(element('div', { className: 'wrap' }));
  const steps = element('ol', { className: 'path' });
  steps.append(...path.map((textContent) => element('li', { textContent })));
  steps.children[2]?.setAttribute('aria-current', 'step');
  const cells = element('div', { className: 'row' });
  cells.append(...gpus.map((gpu) => link('btn btn--small', gpu.gpu, requestOf(gpu).to)));
  content.append(
    closeButton(() => notice.remove()),
    element('p', { className: 'figure', textContent: `Payment received: ${amount}` }),
    link('more', 'View receipt', receipt),
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
