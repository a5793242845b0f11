import { PaymentActions } from './payment-actions';
import { PaymentSlip } from './payment-slip';
import { usePayment } from './use-payment';

/** Pay the one price. Checkout opens by itself; the slip says how it stands and what can be done. */
export default function PaymentPage() {
  const payment = usePayment();
  return (
    <section className="wrap pay">
      <h1>Payment</h1>
      <div className="pay__cols">
        <PaymentSlip state={payment.state}>
          <PaymentActions {...payment} />
        </PaymentSlip>
        <HowItGoes />
      </div>
    </section>
  );
}

function HowItGoes() {
  return (
    <aside>
      <h2 className="h3">How it goes</h2>
      <ol className="faq contact-hints">
        <li>Checkout opens here, and you pay.</li>
        <li>We verify with the payment provider that it is genuine.</li>
        <li>You go on to GPU Servers, and your receipt is kept for you.</li>
      </ol>
      <p>
        If anything breaks off, nothing is lost: come back to this page and it goes on where it stopped. Paid already,
        or not sure? <a href="/account/payments">Where is my money?</a>
      </p>
    </aside>
  );
}
