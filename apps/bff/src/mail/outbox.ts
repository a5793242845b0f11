import type { components } from '@novacore/contract';
import type { ReceiptDocument, RefundFacts } from '@novacore/shared/formats';
import type { Prisma as Client, User } from '../generated/prisma/client';

export type Transaction = Client.TransactionClient;

/** Content of emails about a payment. `refund` is the subject of the email. `refunds` are all refunds of a receipt. */
export type OrderFacts = ReceiptDocument & { refund?: RefundFacts; refunds?: RefundFacts[] };

export type CaseFacts = Pick<
  components['schemas']['DeskCase'],
  'kind' | 'amountPaise' | 'currency' | 'orderId' | 'settlementId'
> & {
  id: string;
  detail: string;
  deadline: string | null;
  payer: string | null;
};

/** The user's own names for passkeys. */
type PasskeyNames = { names: string[] };

type NoFacts = Record<string, never>;

/** The data of each kind of email. It is stored until the email is sent, so it contains no secrets. */
export type MailData = {
  VERIFY_EMAIL: NoFacts;
  RESET_PASSWORD: { rejected?: boolean };
  CHANGE_EMAIL: NoFacts;
  EMAIL_CHANGE_REQUESTED: NoFacts;
  EMAIL_CHANGED: NoFacts;
  /** `at` is RFC 3339. Emails of earlier versions have no `way`. */
  NEW_SIGN_IN: { at: string; way?: string; browser: string; network: string };
  /** After a password reset: the passkeys that stay. */
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

/** `userId` is null if the account is deleted or not known yet. */
export type QueuedMail = {
  [Kind in MailKind]: { kind: Kind; recipient: string; userId: string | null; data?: MailData[Kind] };
}[MailKind];

/** Queues an email in the transaction of its cause. It is sent only if the transaction commits. */
export async function queueMail(tx: Transaction, mail: QueuedMail): Promise<void> {
  await tx.outboxMail.create({ data: mail });
}

/** Emails a user, but not at an unconfirmed address, which may belong to a stranger. */
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
 * Queues an email about an order, if its owner has an address.
 * @returns whether the owner has deleted the account
 */
export async function queueOrderMail(
  tx: Transaction,
  kind: 'RECEIPT' | 'REFUND_PENDING' | 'REFUNDED' | 'REFUND_FAILED',
  ownerId: string | null,
  data: OrderFacts,
): Promise<boolean> {
  if (!ownerId) return false;
  // The lock waits for a running deletion, which must not leave the address in the outbox.
  const [owner] = await tx.$queryRaw<{ email: string | null; isDeleted: boolean }[]>`
    SELECT email, email IS NULL AND NOT EXISTS (SELECT FROM identities WHERE user_id = users.id) AS "isDeleted"
    FROM users WHERE id = ${ownerId}::uuid FOR KEY SHARE`;
  if (owner?.email) await queueMail(tx, { kind, recipient: owner.email, userId: ownerId, data });
  return owner?.isDeleted ?? false;
}
