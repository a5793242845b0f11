import { Link } from 'react-router-dom';
import { price } from '../../site/product';
import { PurchasePath } from '../../site/purchase';
import { Icon } from '../../ui/icon';
import type { PaymentState } from './payment-state';
import { StatusCard } from './status-card';
import { UnconfirmedNote } from './unconfirmed-note';
import { usePayment } from './use-payment';

/** Checkout opens by itself, and the status card says what happens. */
export default function PaymentPage() {
  const payment = usePayment();
  return (
    <section className="wrap pay">
      <h1>Payment</h1>
      <PurchasePath current={isPaid(payment.state) ? 2 : 1} />
      <div className="pay__cols">
        <StatusCard state={payment.state} keyId={payment.keyId}>
          <PaymentActions {...payment} />
        </StatusCard>
        <NextSteps state={payment.state} />
      </div>
    </section>
  );
}

const beforePayment = [
  'In checkout you pay with UPI, a card or net banking.',
  'We confirm the payment with Razorpay and send your receipt.',
  'You tell us which GPU you want first.',
];
const whileWaiting = [
  'We keep asking Razorpay until the result is known, even if you close this page.',
  'If you paid, you get a receipt in your account and by email.',
  'If the payment failed and you were charged, your bank will return the amount.',
];
const afterPayment = ['Your receipt is in your account and in your email.', 'Tell us which GPU you want first.'];

const stepsOf: Partial<Record<PaymentState['step'], string[]>> = {
  verified: afterPayment,
  verifying: whileWaiting,
  pending: whileWaiting,
  'other-tab': ['Finish or close checkout in the other tab.', 'This page then shows the result.'],
  'script-missing': ['Allow scripts from razorpay.com, or use another browser.', 'Then try again.'],
  'signed-out': ['Log in.', 'You return to this page.'],
  'payer-changed': ['Log in to the account that you paid from.', 'We then confirm the payment and send the receipt.'],
  'account-deleted': [],
};

function nextSteps(state: PaymentState): string[] {
  if (state.step === 'paid')
    return { PAID: afterPayment, AUTHORIZED: whileWaiting }[state.order.status as string] ?? [];
  if (state.step === 'refused')
    return ['payment_failed', 'payment_refunded'].includes(state.problem.code) ? beforePayment : [];
  if (state.step === 'checkout-closed' && state.why === 'unknown') return whileWaiting;
  return stepsOf[state.step] ?? beforePayment;
}

const isPaid = (state: PaymentState) => nextSteps(state) === afterPayment;

function NextSteps({ state }: { state: PaymentState }) {
  const steps = nextSteps(state);
  return (
    <aside>
      {steps.length > 0 && <h2 className="h3">What happens next</h2>}
      <ol className="contact-hints">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {steps === beforePayment && <p>If you are interrupted, open this page again: it continues where you stopped.</p>}
      <p>
        <Link to="/account/payments">Your payments</Link> · <a href="/refund-policy">refund policy</a>
      </p>
      <UnconfirmedNote isAsking={false} />
    </aside>
  );
}

const contact = (
  <a className="btn" href="/contact?topic=payment">
    Contact
  </a>
);
const leave = (
  <a className="btn" href="/">
    Back to home
  </a>
);
const toGpuServers = (
  <a className="btn btn--solid" href="/product/gpu-servers">
    Go to GPU Servers
  </a>
);

const Retry = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="btn btn--solid" onClick={onClick}>
    <Icon name="retry" className="icon--small" />
    {label}
  </button>
);

/** With identifiers, the payer can check but never pay. */
function PaymentActions({ state, pay, payAgain, check }: ReturnType<typeof usePayment>) {
  const checkAgain = <Retry label="Check again" onClick={check} />;
  switch (state.step) {
    case 'checkout':
      return (
        <button type="button" className="btn" onClick={pay}>
          Can't see it? Open checkout again
        </button>
      );
    case 'checkout-closed':
      return (
        <>
          {state.why === 'unknown' ? checkAgain : <Retry label="Pay now" onClick={pay} />}
          {leave}
        </>
      );
    case 'script-missing':
    case 'not-started':
    case 'pending':
      return (
        <>
          {state.step === 'pending' ? checkAgain : <Retry label="Try again" onClick={pay} />}
          {contact}
        </>
      );
    case 'refused':
      return (
        <>
          {state.problem.code !== 'payment_mismatch' && <Retry label="Try again" onClick={pay} />}
          {contact}
        </>
      );
    case 'paid':
      return (
        <>
          {toGpuServers}
          {state.order.status === 'PAID' && <PaidActions orderId={state.order.id} payAgain={payAgain} />}
        </>
      );
    case 'account-deleted':
      return contact;
    case 'verified':
      return toGpuServers;
    case 'payer-changed':
    case 'signed-out':
      return (
        <Link className="btn btn--solid" to="/login">
          Log in
        </Link>
      );
    default:
      return null;
  }
}

const PaidActions = ({ orderId, payAgain }: { orderId: string; payAgain: () => void }) => (
  <>
    <Link className="btn" to={`/account/payments?receipt=${orderId}`}>
      Receipt
    </Link>
    <button type="button" className="btn" onClick={payAgain}>
      Make another payment of {price}
    </button>
  </>
);
