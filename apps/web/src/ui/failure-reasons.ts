/** Razorpay's reasons (razorpay.com/docs/errors/payments/list) and our problem codes as messages for the payer. */
const sentences: Record<string, string> = {
  payment_cancelled: 'The payment was cancelled before it was complete.',
  payment_timed_out: 'The bank did not answer in time.',
  insufficient_funds: 'The account has insufficient funds for this payment.',
  insufficient_fund: 'The account has insufficient funds for this payment.',
  incorrect_otp: 'The one-time password was wrong.',
  invalid_otp: 'The one-time password was wrong.',
  otp_expired: 'The one-time password had expired.',
  incorrect_pin: 'The PIN was wrong.',
  incorrect_cvv: 'The CVV was wrong.',
  authentication_failed: 'The bank could not confirm that it was you.',
  card_declined: 'The bank declined the card.',
  payment_declined: 'The bank declined the payment.',
  card_expired: 'The card has expired.',
  card_number_invalid: 'The card number was wrong.',
  card_disabled_for_online_payments: 'The card is not enabled for online payments. Your bank can enable it.',
  card_not_enrolled: 'The card is not set up for online payments. Your bank can set it up.',
  transaction_limit_exceeded: 'The payment exceeds a limit of your account.',
  transaction_daily_limit_exceeded: 'The payment exceeds the daily limit of your account.',
  payment_risk_check_failed: 'The bank stopped the payment to protect you.',
  debit_instrument_blocked: 'The card or account is blocked. Please ask your bank.',
  debit_instrument_inactive: 'The card or account is not active. Please ask your bank.',
  invalid_vpa: 'The UPI address does not exist.',
  payment_collect_request_expired: 'The request in the UPI app had expired.',
  user_not_eligible: 'The bank does not offer this payment method for your account.',
  gateway_technical_error: 'There was a technical problem on the way to the bank.',
  bank_technical_error: 'The bank had a technical problem.',
  issuer_technical_error: 'The bank had a technical problem.',
  server_error: 'Razorpay had a technical problem.',
  signature_invalid: 'We could not match this payment to your order.',
  order_not_found: 'We could not match this payment to your order.',
  payment_mismatch: 'The payment does not match the order. Please contact us, and do not pay again before we reply.',
  payment_refunded: 'This payment was refunded to you.',
};

/** @param reason Razorpay's `error_reason` or a problem code. Unknown ones get a general message. */
export const failureSentence = (reason: string | null) =>
  (reason !== null && Object.hasOwn(sentences, reason) && sentences[reason]) || 'The payment did not go through.';
