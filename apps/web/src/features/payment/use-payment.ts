import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LogInState } from '../../api/log-in-state';
import { useAfterMount } from '../../ui/after-mount';
import { createPayment, type Payment } from './create-payment';
import { onKeptElsewhere } from './kept-order';
import type { PaymentState } from './payment-state';
import { usePaymentCalls } from './use-payment-calls';

const toLogIn: LogInState = { notice: 'Please log in to go on with your payment. What you paid already is kept.' };

/** Starts paying as the page opens. @returns how it stands, and what the payer can do about it. */
export function usePayment() {
  const calls = usePaymentCalls();
  const navigate = useNavigate();
  const [state, show] = useState<PaymentState>({ step: 'preparing' });
  const payment = useRef<Payment>(null);

  const leaveFor = (step: 'verified' | 'signed-out') =>
    step === 'verified' ? navigate('/product/gpu-servers') : navigate('/login', { replace: true, state: toLogIn });

  useAfterMount((left) => {
    payment.current = createPayment({ calls, show, leaveFor, left });
    onKeptElsewhere(left, payment.current.followOtherTab);
    payment.current.pay();
  });

  return {
    state,
    pay: () => payment.current?.pay(),
    payAgain: () => payment.current?.payAgain(),
    check: () => payment.current?.check(),
  };
}
