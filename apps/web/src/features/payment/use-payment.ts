import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LogInState } from '../../api/log-in-state';
import { toastOnArrival } from '../../shell/arrival-toast';
import { useAfterMount } from '../../ui/after-mount';
import { announce } from './announce';
import { takePayment } from './begin-payment';
import type { Payment } from './create-payment';
import type { PaymentState } from './payment-state';

const toLogIn: LogInState = { notice: 'Please log in to go on with your payment. What you paid already is kept.' };

/** Starts paying as the page opens, or takes over what began before it. @returns how it stands, and what the payer can do about it. */
export function usePayment() {
  const navigate = useNavigate();
  const [state, show] = useState<PaymentState>({ step: 'preparing' });
  const [keyId, setKeyId] = useState<string>();
  const payment = useRef<Payment>(null);

  useAfterMount((left) => {
    payment.current = takePayment();
    left.addEventListener('abort', payment.current.leave);
    payment.current.showIn((event, now) => {
      // The page that follows is a new document: the toast is shown there.
      const leads = event.type === 'verified' && !left.aborted;
      if (leads) toastOnArrival({ text: 'Payment Success', tone: 'good' });
      else announce(event, now);
      if (left.aborted) return;
      show(now);
      if (event.type === 'key-known') setKeyId(event.keyId);
      if (now.step === 'verified') navigate('/product/gpu-servers');
      if (now.step === 'signed-out') navigate('/login', { replace: true, state: toLogIn });
    });
  });

  return {
    state,
    /** The payment provider's public key id, as soon as it is known. */
    keyId,
    pay: () => payment.current?.pay(),
    payAgain: () => payment.current?.payAgain(),
    check: () => payment.current?.check(),
  };
}
