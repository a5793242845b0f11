import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Fault, Faults } from '../faults/faults';
import type { Mailbox } from './mailbox';

/** The steps of a session, as scripted faults name them. */
const steps = ['smtpConnect', 'smtpRecipient', 'smtpMessage'] as const;
type Step = (typeof steps)[number];
type Done = (error?: Error | null) => void;

/** An SMTP reply that refuses: 4xx for now, 5xx for good. */
const refusal = (responseCode: number) => Object.assign(new Error('Scripted fault'), { responseCode });

/** A mail server that keeps every email in the mailbox and delivers none. */
export class MailServer {
  private readonly server: SMTPServer;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly faults: Faults,
    private readonly counts: Map<string, number>,
  ) {
    for (const step of steps) faults.operations.add(step);
    this.server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onConnect: (session, done) => void this.answer('smtpConnect', session, done),
      onRcptTo: (_address, session, done) => void this.answer('smtpRecipient', session, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void this.receive(Buffer.concat(chunks), session, done));
      },
    });
    // The client closed the connection early.
    this.server.on('error', () => {});
  }

  /** @returns its port. */
  async listen(port: number, host: string): Promise<number> {
    const listening = this.server.listen(port, host);
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async receive(source: Buffer, session: SMTPServerSession, done: Done) {
    const keep = () =>
      this.mailbox.add(
        source,
        session.envelope.rcptTo.map(({ address }) => address),
      );
    await this.answer('smtpMessage', session, done, keep);
  }

  /** Answers one step of a session, or applies the fault that is scripted for it. */
  private async answer(step: Step, session: SMTPServerSession, done: Done, work: () => Promise<void> = async () => {}) {
    this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    const fault = this.faults.match({ operation: step, method: 'SMTP', url: '' });
    try {
      if (fault?.do.when === 'after') await work();
      if (fault && !(await this.apply(fault, session, done))) return;
      if (fault?.do.when !== 'after') await work();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  /** @returns whether the step goes on. */
  private async apply({ id, do: action }: Fault, { id: sessionId }: SMTPServerSession, done: Done): Promise<boolean> {
    if (action.kind === 'delay') await sleep(action.ms);
    if (action.kind === 'hang') await this.faults.waitForRelease(id);
    if (action.kind === 'status') done(refusal(action.status));
    if (action.kind === 'drop') for (const each of this.server.connections) if (each.id === sessionId) each.close();
    return action.kind === 'delay' || action.kind === 'hang';
  }
}
