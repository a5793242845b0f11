import { EventEmitter, once } from 'node:events';
import type { ParsedMail } from 'mailparser';
import { newId } from '../ids';

export interface Mail {
  id: string;
  /** The envelope's recipients: where it would be delivered. */
  recipients: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** RFC 3339. */
  receivedAt: string;
  /** As it came. */
  source: string;
}

/** Older mails are dropped. */
const kept = 500;

const addressText = ({ from }: ParsedMail) => from?.text ?? '';

/** Every mail that the sandbox has received since it started. */
export class Mailbox {
  private mails: Mail[] = [];
  private readonly signals = new EventEmitter().setMaxListeners(0);

  async add(source: Buffer, recipients: string[]): Promise<void> {
    // With the first mail: it takes a third of the sandbox's start.
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

  /** Oldest first. @param recipient in any letter case; without it all mails. */
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

  /** Resolves to the mails once there are `count`, or to those that there are when the signal aborts. */
  async waitFor(count: number, recipient: string | undefined, signal: AbortSignal): Promise<Mail[]> {
    while (this.list(recipient).length < count) {
      const arrived = await once(this.signals, 'mail', { signal }).catch(() => null);
      if (arrived === null) break;
    }
    return this.list(recipient);
  }
}
