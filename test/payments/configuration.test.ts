import { loadConfig } from '../../apps/bff/src/config/load-config';

const live = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  JWT_SECRET: 'a secret of the test run, with more than 32 bytes',
  PUBLIC_URL: 'https://novacore.example',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
  PAYMENT_PURPOSE: 'One payment of ₹150 for the test.',
  OPERATOR_FILE: 'apps/web/operator.example.json',
  SMTP_URL: 'smtps://mail.novacore.example',
  MAIL_FROM: 'no-reply@novacore.example',
  OPERATOR_EMAIL: 'operator@novacore.example',
};

test('a live key works with the documented egress host, and with no other host', () => {
  const egress = 'https://prod-api-static.razorpay.com';
  expect(loadConfig({ ...live, RAZORPAY_API_URL: egress }).razorpay.apiUrl).toBe(egress);
  const other = { ...live, RAZORPAY_API_URL: 'https://prod-api.razorpay.example' };
  expect(() => loadConfig(other)).toThrow(/RAZORPAY_API_URL must not be set/);
});

test('a previous secret of the sandbox is refused in production', () => {
  const secrets = {
    RAZORPAY_KEY_SECRET_PREVIOUS: 'sandbox-key-secret-not-for-production',
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'sandbox-webhook-secret-not-for-production',
  };
  for (const [key, value] of Object.entries(secrets))
    expect(() => loadConfig({ ...live, [key]: value })).toThrow(new RegExp(`${key} must be your own`));
});
