/** The checkout form: gets each next step from the sandbox, shows it, and sends the result to the page. */
import { clearErrors, showError, startFields } from './fields.js';
import { onMessage, sendMessage } from './host-page.js';
import { currentScreen, paint, show, startTabs } from './screens.js';

const at = (id) => document.getElementById(id);
const panel = at('panel');

/** The page's options, the payment that waits for the payer, and the number of failed payments. */
let options;
let waitingPayment = null;
let failures = 0;
let screenBeforeLeaving = 'methods';

onMessage('options', start);
onMessage('leave', askToLeave);
sendMessage('ready');

async function start(pageOptions) {
  options = pageOptions;
  paint(options);
  at('merchant').textContent = options.name ?? 'Checkout';
  at('description').textContent = options.description ?? '';
  at('order').textContent = options.order_id;
  const query = new URLSearchParams({ key_id: options.key });
  const order = await call(`orders/${encodeURIComponent(options.order_id)}?${query}`);
  panel.hidden = false;
  if (order.error) return block(order.error.description);
  at('upi-form').hidden = hidesCollect(options);
  showAmount(order);
  if (order.status === 'paid') return block('It is already paid.');
  if (options.amount !== undefined && Number(options.amount) !== order.amount) {
    return block("The page's amount is different from the order's amount.");
  }
  show('methods');
}

/** UPI Collect, in which the payer types an address, is hidden by an option. */
function hidesCollect({ config }) {
  const hidden = config?.display?.hide ?? [];
  return hidden.some(({ method, flows }) => method === 'upi' && (!flows || flows.includes('collect')));
}

function showAmount({ amount, currency }) {
  const text = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100);
  for (const place of document.querySelectorAll('[data-amount]')) place.textContent = text;
}

function block(reason) {
  at('blocked-text').textContent = reason;
  show('blocked');
}

/** Sends one request at a time. While `panel` is busy, further clicks do nothing. Never rejects. */
async function call(path, body) {
  panel.setAttribute('aria-busy', 'true');
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    const reply = await fetch(`/v1/checkout/${path}`, request);
    return await reply.json();
  } catch {
    return { error: { description: 'The sandbox did not respond. Please try again.' } };
  } finally {
    panel.removeAttribute('aria-busy');
  }
}

async function go(path, body) {
  if (panel.hasAttribute('aria-busy')) return;
  clearErrors();
  const step = await call(path, body);
  if (step.next === 'done') sendMessage('success', step.result);
  else if (step.next === 'failed') fail(step.error);
  else if (['otp', 'bank', 'upi'].includes(step.next)) wait(step);
  else refuse(step.error);
}

function wait({ next, payment_id }) {
  waitingPayment = payment_id;
  at('otp').value = '';
  show(next);
}

function fail(error) {
  waitingPayment = null;
  failures += 1;
  at('failed-text').textContent = error.description;
  at('retry').hidden = !mayRetry();
  show('failed');
  sendMessage('failed', error);
}

function mayRetry() {
  const { retry } = options;
  if (retry === false || retry?.enabled === false) return false;
  return retry?.max_count === undefined || failures <= retry.max_count;
}

/** Shows an error without a payment on the form, from any screen. */
function refuse(error) {
  waitingPayment = null;
  if (currentScreen() !== 'methods') show('methods');
  showError(error);
}

async function leave() {
  if (waitingPayment) await call(`payments/${waitingPayment}/cancel`, {});
  sendMessage('dismiss');
}

function askToLeave() {
  if (!options?.modal?.confirm_close || currentScreen() === 'blocked') return leave();
  if (currentScreen() !== 'leave') screenBeforeLeaving = currentScreen();
  show('leave');
}

function pay(fields) {
  const { key, order_id, prefill, description, notes } = options;
  const payer = { email: prefill?.email, contact: prefill?.contact, description, notes };
  go('payments', { key_id: key, order_id, ...payer, ...fields });
}

function onSubmit(id, send) {
  at(id).addEventListener('submit', (event) => {
    event.preventDefault();
    send(Object.fromEntries(new FormData(event.target)));
  });
}

startTabs(clearErrors);
startFields();
onSubmit('card-form', (card) => pay({ method: 'card', card }));
onSubmit('upi-form', ({ vpa }) => pay({ method: 'upi', vpa }));
onSubmit('netbanking-form', ({ bank }) => pay({ method: 'netbanking', bank }));
onSubmit('otp-form', ({ otp }) => go(`payments/${waitingPayment}/otp`, { otp }));
for (const button of document.querySelectorAll('[data-flow]'))
  button.addEventListener('click', () => pay({ method: 'upi', flow: button.dataset.flow }));
for (const button of document.querySelectorAll('[data-answer]'))
  button.addEventListener('click', () => go(`payments/${waitingPayment}/upi`, { answer: button.dataset.answer }));
at('bank-success').addEventListener('click', () => go(`payments/${waitingPayment}/bank`, { success: true }));
at('bank-failure').addEventListener('click', () => go(`payments/${waitingPayment}/bank`, { success: false }));
at('retry').addEventListener('click', () => show('methods'));
at('stay').addEventListener('click', () => show(screenBeforeLeaving));
at('leave-now').addEventListener('click', leave);
at('close').addEventListener('click', askToLeave);
for (const button of document.querySelectorAll('[data-leave]')) button.addEventListener('click', leave);
at('backdrop').addEventListener('click', () => options?.modal?.backdropclose && askToLeave());
addEventListener('keydown', ({ key }) => key === 'Escape' && options?.modal?.escape !== false && askToLeave());
