/** Public test credentials. Clients may use them as defaults and must refuse them in production. */
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

/** The only application at the identity provider, then the API that accepts its tokens. */
export const IDP_CLIENT_ID = 'novacore-web';
export const IDP_AUDIENCE = 'novacore-api';
