import { formatPaise } from '@novacore/shared/formats';
import { type ReactNode, useEffect, useRef } from 'react';
import { product } from '../../site/product';
import { notIncluded, whatYouBuy } from '../../site/purchase';
import { Loader } from '../../ui/brand';
import { ChangingText } from '../../ui/changing-text';
import { Icon } from '../../ui/icon';
import { type PaymentMessage, paymentMessage } from './payment-messages';
import type { PaymentState } from './payment-state';
import { descriptionFor, isTestKey } from './razorpay-checkout';

function StatusIcon({ tone }: Pick<PaymentMessage, 'tone'>) {
  if (tone === 'busy') return <Loader />;
  return (
    <div className={`badge ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'alert'} />
    </div>
  );
}

const orderOf = (state: PaymentState) => ('order' in state ? state.order : undefined);

/**
 * A new state or the closed checkout would lose the focus, so it moves to the card's heading. Focus on another element
 * stays there.
 */
function useFocusOnChange(step: PaymentState['step']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const acted = useRef(false);
  useEffect(() => {
    if (shown.current === step) return;
    const mayBeLost = acted.current || shown.current === 'checkout';
    shown.current = step;
    if (mayBeLost && document.activeElement === document.body) heading.current?.focus();
  }, [step]);
  const onAction = () => {
    acted.current = true;
  };
  return { heading, onAction };
}

type Props = {
  state: PaymentState;
  /** Razorpay's public key ID, once it is known. */
  keyId?: string;
  children: ReactNode;
};

export function StatusCard({ state, keyId, children }: Props) {
  const { title, text, tone } = paymentMessage(state);
  const { heading, onAction } = useFocusOnChange(state.step);
  const order = orderOf(state);
  return (
    <section className="status-card" aria-busy={tone === 'busy'}>
      <dl className="caption">
        <div>
          <dt>Amount</dt>
          <dd>{formatPaise(order?.amountPaise ?? product.amountPaise, order?.currency)}</dd>
        </div>
        <div>
          <dt>Currency</dt>
          <dd>{order?.currency ?? 'INR'}</dd>
        </div>
        {keyId && isTestKey(keyId) && (
          <div>
            <dt>Description</dt>
            <dd>{descriptionFor(keyId, product)}</dd>
          </div>
        )}
      </dl>
      <p>
        {whatYouBuy} <small className="muted">{notIncluded}</small>
      </p>
      <StatusIcon tone={tone} />
      <div role="status">
        <h2 ref={heading} tabIndex={-1}>
          <ChangingText>{title}</ChangingText>
        </h2>
        <p key={text} className="muted">
          {text}
        </p>
      </div>
      <div key={state.step} className="row" onClickCapture={onAction}>
        {children}
      </div>
    </section>
  );
}
