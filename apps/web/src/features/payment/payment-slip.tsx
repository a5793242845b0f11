import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon';
import { Loader } from '../../ui/loader';
import { formatPaise } from './money';
import { priceRupees } from './payment-calls';
import type { PaymentState } from './payment-state';
import { type PaymentWords, paymentWords } from './payment-words';

function Sign({ tone }: Pick<PaymentWords, 'tone'>) {
  if (tone === 'busy') return <Loader />;
  return (
    <div className={`badge ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'alert'} />
    </div>
  );
}

const orderOf = (state: PaymentState) => ('order' in state ? state.order : undefined);

/**
 * A new state whose buttons replace the pressed one, or that follows a closed checkout, would leave the focus nowhere:
 * it goes to the slip's heading. Focus that is elsewhere is left alone.
 */
function useFocusOnChange(step: PaymentState['step']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const acted = useRef(false);
  useEffect(() => {
    if (shown.current === step) return;
    const ours = acted.current || shown.current === 'checkout';
    shown.current = step;
    if (ours && document.activeElement === document.body) heading.current?.focus();
  }, [step]);
  const note = () => {
    acted.current = true;
  };
  return { heading, note };
}

/** The slip that says how the payment stands. `children` are what can be done about it. */
export function PaymentSlip({ state, children }: { state: PaymentState; children: ReactNode }) {
  const { title, text, tone } = paymentWords(state);
  const { heading, note } = useFocusOnChange(state.step);
  const order = orderOf(state);
  return (
    <section className="status-card" aria-busy={tone === 'busy'}>
      <Sign tone={tone} />
      <div role="status">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="muted">{text}</p>
      </div>
      <div className="row" onClickCapture={note}>
        {children}
      </div>
      <dl className="caption">
        <div>
          <dt>Amount</dt>
          <dd>{order ? formatPaise(order.amountPaise, order.currency) : formatPaise(priceRupees * 100)}</dd>
        </div>
        <div>
          <dt>Currency</dt>
          <dd>{order?.currency ?? 'INR'}</dd>
        </div>
        <div>
          <dt>Description</dt>
          <dd>Test Mode</dd>
        </div>
      </dl>
    </section>
  );
}
