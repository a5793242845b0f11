import { createTransport } from 'nodemailer';
import type { Config } from '../config/config';

/** The way to the mail server. */
export function smtpTransport({ smtpUrl, production, publicUrl }: Config, timeoutMs: number) {
  const { protocol, hostname } = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  // Passwords and links must not cross the network unencrypted.
  const requireTLS = production && protocol === 'smtp:' && !isLocal;
  const ignoreTLS = protocol === 'smtp:' && isLocal;
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  const short = Math.min(timeoutMs, 10_000);
  const timeouts = { dnsTimeout: short, connectionTimeout: short, greetingTimeout: short, socketTimeout: timeoutMs };
  return createTransport({
    url: smtpUrl,
    name: new URL(publicUrl).hostname,
    requireTLS,
    ignoreTLS,
    ...timeouts,
    ...closed,
  });
}
