import { EventEmitter, once } from 'node:events';
import type { ParsedMail } from 'mailparser';
import { newId } from '../ids';

export interface Mail {
  id: string;
  /** The envelope's recipients. */
  recipients: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** RFC 3339. */
  receivedAt: string;
  /** The message as received. */
  source: string;
}

/** Older emails are deleted. */
const kept = 500;

const addressText = ({ from }: ParsedMail) => from?.text ?? '';

/** All emails since the sandbox started. */
export class Mailbox {
  private mails: Mail[] = [];
  private readonly signals = new EventEmitter().setMaxListeners(0);

  async add(source: Buffer, recipients: string[]): Promise<void> {
    // Loaded with the first email, because it takes a third of the sandbox's start time.
    const { simpleParser } = await import('mailparser');
    const parsed = await simpleParser(source, { skipImageLinks: true, skipTextToHtml: true });
    this.mails.push({
      id: newId('mail'),
      recipients,
      from: addressText(parsed),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html || '',
      messageId: parsed.messageId ?? '',
      receivedAt: new Date().toISOString(),
      source: source.toString('utf8'),
    });
    this.mails = this.mails.slice(-kept);
    this.signals.emit('mail');
  }

  /** Oldest first. @param recipient in any letter case; all emails without it */
  list(recipient?: string): Mail[] {
    const wanted = recipient?.toLowerCase();
    return this.mails.filter((mail) => !wanted || mail.recipients.some((each) => each.toLowerCase() === wanted));
  }

  find(id: string): Mail | undefined {
    return this.mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.mails = [];
  }

  /** Resolves when there are `count` emails or the signal aborts. @returns the emails so far */
  async waitFor(count: number, recipient: string | undefined, signal: AbortSignal): Promise<Mail[]> {
    while (this.list(recipient).length < count) {
      const arrived = await once(this.signals, 'mail', { signal }).catch(() => null);
      if (arrived === null) break;
    }
    return this.list(recipient);
  }
}
