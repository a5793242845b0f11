export const razorpayAddresses = {
  apiUrl: 'https://api.razorpay.com',
  checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
};

/** Razorpay's API with fixed IPs, for servers with an egress list (razorpay.com/docs/security/whitelists). */
export const razorpayEgressUrl = 'https://prod-api-static.razorpay.com';

/** Public keys of the sandbox. We never accept them in production. */
export const sandboxKeys = {
  keyId: 'rzp_test_NovaCoreSandbx',
  keySecret: 'sandbox-key-secret-not-for-production',
  webhookSecret: 'sandbox-webhook-secret-not-for-production',
};

/** The sandbox replaces Razorpay, the identity provider and the mail server. */
export const sandboxDefaults = (port: number, smtpPort = port + 1) => {
  const origin = `http://localhost:${port}`;
  return {
    razorpay: { ...sandboxKeys, apiUrl: origin, checkoutUrl: `${origin}/v1/checkout.js` },
    identityProvider: { issuer: `${origin}/idp/`, clientId: 'novacore-web', audience: 'novacore-api' },
    mail: {
      smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
      mailFrom: 'NovaCore <no-reply@novacore.example>',
      operatorEmail: 'operator@novacore.example',
    },
  };
};
