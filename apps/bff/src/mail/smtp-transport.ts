import type { SendMailOptions } from 'nodemailer';
import { cleanText } from '../clean-text';
import type { Config } from '../config/config';

/** Limit from the connection to the end of the message. */
const sessionTimeoutMs = 120_000;
/** Maximum duration of `sendMessage`. */
export const sendTimeoutMs = ({ mailAnswerSeconds }: Config) => sessionTimeoutMs + mailAnswerSeconds * 1_000;

/** The mail server has received the whole message but has not confirmed it. */
export class Unanswered extends Error {
  readonly code = 'UNANSWERED';

  /** @param timedOut false if the mail server hung up */
  constructor(
    readonly timedOut: boolean,
    cause: unknown,
  ) {
    super('the mail server did not confirm the mail', { cause });
  }
}

/** @param timeoutMs maximum silence of the mail server */
export async function smtpTransport({ smtpUrl, production, publicUrl }: Config, timeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname } = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
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

/** Names the server, the setting and the server's own text, which may contain a recipient. */
export function mailServerFault({ smtpUrl }: Config, error: Error & { response?: string; code?: string }): string {
  const { hostname, port, protocol } = new URL(smtpUrl);
  const said = cleanText((error.response || error.message || `${error.code}`).slice(0, 500));
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)} (SMTP_URL): ${said}`;
}

/**
 * Sends one email in a separate session.
 * @param signal ends the session at once
 * @throws Unanswered, or the library's error, which has a `responseCode` if the mail server refused
 */
export async function sendMessage(config: Config, message: SendMailOptions, signal: AbortSignal): Promise<void> {
  const deadline = new AbortController();
  const abort = () => deadline.abort();
  let timer = setTimeout(abort, sessionTimeoutMs);
  let isComplete = false;
  const onEnd = () => {
    isComplete = true;
    clearTimeout(timer);
    timer = setTimeout(abort, config.mailAnswerSeconds * 1_000);
  };
  const transport = (await smtpTransport(config, sendTimeoutMs(config))).use('stream', (mail, done) => {
    // The connection reads this stream to the end of the message.
    mail.message?.processFunc((input) => input.once('end', onEnd));
    done();
  });
  const either = AbortSignal.any([deadline.signal, signal]);
  try {
    await transport.sendMail({ ...message, signal: either });
  } catch (error) {
    const isAnswered = (error as { responseCode?: number }).responseCode !== undefined;
    throw isComplete && !isAnswered ? new Unanswered(either.aborted, error) : error;
  } finally {
    clearTimeout(timer);
  }
}
