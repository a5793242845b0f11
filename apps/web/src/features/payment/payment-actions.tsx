import { Icon } from '../../ui/icon';
import type { usePayment } from './use-payment';

const contact = (
  <a className="btn" href="/contact?topic=payment">
    Contact
  </a>
);
const leave = (
  <a className="btn" href="/">
    Leave
  </a>
);

const Retry = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="btn btn--solid" onClick={onClick}>
    <Icon name="retry" className="icon--small" />
    {label}
  </button>
);

/** What the payer can do in each state. Where identifiers exist, checking is all there is: never paying. */
export function PaymentActions({ state, pay, payAgain, check }: ReturnType<typeof usePayment>) {
  switch (state.step) {
    case 'checkout':
      return (
        <button type="button" className="btn" onClick={pay}>
          I do not see it: open it again
        </button>
      );
    case 'script-missing':
    case 'not-started':
    case 'left':
      return (
        <>
          <Retry label={state.step === 'left' ? 'Pay now' : 'Try again'} onClick={pay} />
          {state.step === 'left' ? leave : contact}
        </>
      );
    case 'pending':
      return (
        <>
          <Retry label="Check again" onClick={check} />
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
          <a className="btn btn--solid" href="/product/gpu-servers">
            Go to GPU Servers
          </a>
          {state.order.status === 'PAID' && (
            <>
              <a className="btn" href={`/account/payments?receipt=${state.order.id}`}>
                Receipt
              </a>
              <button type="button" className="btn" onClick={payAgain}>
                Pay again
              </button>
            </>
          )}
        </>
      );
    case 'verified':
      return (
        <a className="btn btn--solid" href="/product/gpu-servers">
          Go to GPU Servers
        </a>
      );
    case 'payer-gone':
    case 'signed-out':
      return (
        <a className="btn btn--solid" href="/login">
          Log in
        </a>
      );
    default:
      return null;
  }
}
