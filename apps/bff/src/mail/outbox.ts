import type { components } from '@novacore/contract';
import type { ReceiptDocument, RefundFacts } from '@novacore/shared/formats';
import type { Prisma as Client, User } from '../generated/prisma/client';

export type Transaction = Client.TransactionClient;

/** What emails about a payment state. `refund` is the refund that an email is about, `refunds` are all of a receipt. */
export type OrderFacts = ReceiptDocument & { refund?: RefundFacts; refunds?: RefundFacts[] };

/** What an email to the operator states about a case. */
export type CaseFacts = Pick<
  components['schemas']['DeskCase'],
  'kind' | 'amountPaise' | 'currency' | 'orderId' | 'settlementId'
> & {
  id: string;
  detail: string;
  deadline: string | null;
  payer: string | null;
};

/** As the person calls them. */
type PasskeyNames = { names: string[] };

type NoFacts = Record<string, never>;

/** The facts that each kind of email needs. They are stored until the email is sent, so none is secret. */
export type MailData = {
  VERIFY_EMAIL: NoFacts;
  RESET_PASSWORD: { rejected?: boolean };
  CHANGE_EMAIL: NoFacts;
  EMAIL_CHANGE_REQUESTED: NoFacts;
  EMAIL_CHANGED: NoFacts;
  /** `at` as RFC 3339. Mails of earlier versions have no `way`. */
  NEW_SIGN_IN: { at: string; way?: string; browser: string; network: string };
  /** The names of the passkeys that a new password by mail leaves; none after a change with the old password. */
  PASSWORD_CHANGED: Partial<PasskeyNames>;
  GUESSES_LIMITED: NoFacts;
  PASSKEY_ADDED: PasskeyNames;
  PASSKEYS_REMOVED: PasskeyNames;
  PASSKEY_COPIED: PasskeyNames;
  PASSKEY_MOVED: PasskeyNames;
  ACCOUNT_DELETED: { keptOrders: number };
  RECEIPT: OrderFacts;
  REFUND_PENDING: OrderFacts;
  REFUNDED: OrderFacts;
  REFUND_FAILED: OrderFacts;
  STAFF_ROLE_GRANTED: { role: string };
  STAFF_ROLE_REVOKED: NoFacts;
  OPERATOR_ALERT: { items: CaseFacts[] };
};
export type MailKind = keyof MailData;

/** One email to send. `userId` is null if the email outlives the account, or if the account is not known yet. */
export type QueuedMail = {
  [Kind in MailKind]: { kind: Kind; recipient: string; userId: string | null; data?: MailData[Kind] };
}[MailKind];

/** Queues an email in the transaction of its cause: it is sent if and only if that transaction commits. */
export async function queueMail(tx: Transaction, mail: QueuedMail): Promise<void> {
  await tx.outboxMail.create({ data: mail });
}

/** Queues a mail to a person's own address. One that was never confirmed may be another person's: it gets no mail. */
export async function queueOwnMail<Kind extends MailKind>(
  tx: Transaction,
  user: User,
  kind: Kind,
  data: MailData[Kind],
) {
  const { id: userId, email: recipient, emailVerifiedAt, passwordHash } = user;
  const isProven = emailVerifiedAt !== null || passwordHash === null;
  if (recipient && isProven) await queueMail(tx, { kind, recipient, userId, data } as QueuedMail);
}

/**
 * Queues a mail about an order to its owner, unless the owner has no address.
 * @returns whether the owner has deleted the account.
 */
export async function queueOrderMail(
  tx: Transaction,
  kind: 'RECEIPT' | 'REFUND_PENDING' | 'REFUNDED' | 'REFUND_FAILED',
  ownerId: string | null,
  data: OrderFacts,
): Promise<boolean> {
  if (!ownerId) return false;
  // Locked: a deletion that is not finished yet must not leave the address in this mail.
  const [owner] = await tx.$queryRaw<{ email: string | null; isDeleted: boolean }[]>`
    SELECT email, email IS NULL AND NOT EXISTS (SELECT FROM identities WHERE user_id = users.id) AS "isDeleted"
    FROM users WHERE id = ${ownerId}::uuid FOR KEY SHARE`;
  if (owner?.email) await queueMail(tx, { kind, recipient: owner.email, userId: ownerId, data });
  return owner?.isDeleted ?? false;
}
