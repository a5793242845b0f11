import type { Reader } from './reader';

const origin = (read: Reader) => `http://localhost:${read.integer('SANDBOX_PORT', 3001, 1, 65_535)}`;

/** What stands in for the parties outside while no keys of theirs are set. Never trusted in production. */
export const sandbox = {
  keyId: 'rzp_test_NovaCoreSandbx',
  keySecret: 'sandbox-key-secret-not-for-production',
  webhookSecret: 'sandbox-webhook-secret-not-for-production',

  razorpay(read: Reader) {
    const { keyId, keySecret, webhookSecret } = sandbox;
    const checkoutUrl = `${origin(read)}/v1/checkout.js`;
    return { keyId, keySecret, webhookSecret, apiUrl: origin(read), checkoutUrl };
  },

  realAddresses: {
    apiUrl: 'https://api.razorpay.com',
    checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  },

  identityProvider: (read: Reader) => ({
    issuer: `${origin(read)}/idp/`,
    clientId: 'novacore-web',
    audience: 'novacore-api',
  }),
};
