/**
 * The sandbox's well-known values: public on purpose, worth nothing anywhere else.
 * Whoever talks to the sandbox may repeat them as its defaults, and has to refuse them in production.
 */
export const SANDBOX_CREDENTIALS = {
  keyId: 'rzp_test_NovaCoreSandbx',
  keySecret: 'sandbox-key-secret-not-for-production',
  webhookSecret: 'sandbox-webhook-secret-not-for-production',
} as const;

export interface Credentials {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

/** What the identity provider calls its one registered application, and the API whose tokens it issues. */
export const IDP_CLIENT_ID = 'novacore-web';
export const IDP_AUDIENCE = 'novacore-api';
