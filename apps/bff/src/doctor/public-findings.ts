import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { mailServerFault, smtpTransport } from '../mail/smtp-transport';
import { brokenRules, type Deployment, type Finding } from './finding';

const timeoutMs = 5_000;
const minCertificateDays = 14;
const requiredHeaders = ['content-security-policy', 'strict-transport-security', 'x-content-type-options'];

const causeOf = (error: unknown) => {
  const { cause, message } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? cause?.message ?? message;
};

const call = (url: string, options: RequestInit = {}) =>
  fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });

/** Only reads. */
export async function providerFindings({ config }: Deployment): Promise<Finding[]> {
  const { apiUrl, keyId, keySecret } = config.paymentAccount;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  try {
    const { status } = await call(`${apiUrl}/v1/orders?count=1`, { headers: { authorization } });
    return brokenRules([
      [status === 401, 'The provider refuses the API key.', 'Compare RAZORPAY_KEY_ID and _SECRET with the dashboard.'],
      [status !== 200 && status !== 401, `The provider answers ${status}.`, `Check the status of ${apiUrl}.`],
    ]);
  } catch (error) {
    const fix = 'Allow outgoing HTTPS to the provider.';
    return [{ fault: `The provider at ${apiUrl} cannot be reached: ${causeOf(error)}.`, fix }];
  }
}

/** Sends an event without an order. The id is always the same, so that the event is stored once. */
export async function webhookFindings({ config }: Deployment): Promise<Finding[]> {
  const body = JSON.stringify({ entity: 'event', event: 'novacore.doctor', contains: [], payload: {} });
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-event-id': 'novacore-doctor',
    'x-razorpay-signature': createHmac('sha256', config.paymentAccount.webhookSecret).update(body).digest('hex'),
  };
  try {
    const { status } = await call(`${config.publicUrl}/api/webhooks/razorpay`, { method: 'POST', headers, body });
    return brokenRules([
      [
        status === 400,
        'The server at PUBLIC_URL refuses a signed event.',
        'Give all instances the same RAZORPAY_WEBHOOK_SECRET, and restart them.',
      ],
      [
        status !== 200 && status !== 400,
        `The webhook at PUBLIC_URL answers ${status}.`,
        'Let the proxy pass POST /api/webhooks/razorpay to the server, from this machine too.',
      ],
    ]);
  } catch {
    return []; // reported by `siteAddressFindings`
  }
}

/** Connects and logs in like the mail sender, but sends nothing. */
export async function mailFindings({ config }: Deployment): Promise<Finding[]> {
  const transport = await smtpTransport(config, timeoutMs);
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const said = mailServerFault(config, error as Error);
    const fix = /self-signed|unable to (get|verify)/.test(said)
      ? 'Name its authority in NODE_EXTRA_CA_CERTS, or use a mail server with a public certificate.'
      : 'Compare SMTP_URL with your mail provider: host, port, TLS, user and password.';
    return [{ fault: `The mail server cannot be used: ${said}`, fix }];
  } finally {
    transport.close();
  }
}

async function certificateDays(url: URL): Promise<number> {
  const socket = connect({ host: url.hostname, port: Number(url.port || 443), servername: url.hostname });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')));
  await once(socket, 'secureConnect');
  const { valid_to } = socket.getPeerCertificate();
  socket.destroy();
  return (Date.parse(valid_to) - Date.now()) / 86_400_000;
}

/** Checks certificate, home page and security headers at PUBLIC_URL. */
export async function siteAddressFindings({ config }: Deployment): Promise<Finding[]> {
  const url = new URL(config.publicUrl);
  try {
    const days = url.protocol === 'https:' ? await certificateDays(url) : Number.POSITIVE_INFINITY;
    const { status, headers } = await call(`${config.publicUrl}/`);
    const missing = requiredHeaders.filter((name) => !headers.has(name));
    return brokenRules([
      [days < minCertificateDays, `The certificate expires in ${Math.floor(days)} days.`, 'Renew it.'],
      [status !== 200, `The home page answers ${status}.`, 'Check the upstream of the proxy.'],
      [
        status === 200 && url.protocol === 'https:' && missing.length > 0,
        `The home page lacks the headers ${missing.join(', ')}.`,
        "Let the proxy pass the server's headers on.",
      ],
    ]);
  } catch (error) {
    const fix = 'Check DNS, the proxy and its certificate, with its whole chain.';
    return [{ fault: `PUBLIC_URL ${config.publicUrl} cannot be reached: ${causeOf(error)}.`, fix }];
  }
}
