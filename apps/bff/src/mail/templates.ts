import { formatIndianTime, formatPaise } from '../../../../packages/formats/formats.mjs';
import type { Letter, LetterPart } from './letter';
import type { MailData, MailKind, OpenItem, OrderFacts } from './outbox';

const productName = 'NovaCore';

/** What a template may use besides its facts. */
export interface LetterContext {
  publicUrl: string;
  contactEmail: string;
  /** The recipient. */
  recipient: string;
  /** Only of kinds with a link. */
  token?: string;
}

function factsOf({ receipt, orderId, paymentId, amountPaise, currency, paidAt }: OrderFacts): LetterPart {
  const facts: [string, string | null | undefined][] = [
    ['Amount', formatPaise(amountPaise, currency)],
    ['Paid on', paidAt && formatIndianTime(paidAt)],
    ['Receipt number', receipt],
    ['Order', orderId],
    ['Payment', paymentId],
  ];
  return { facts: facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])) };
}

const linkTo = (
  path: string,
  label: string,
  { publicUrl, token, recipient }: LetterContext,
  more = '',
): LetterPart => ({
  label,
  // In the fragment: it reaches neither a server's log nor another site's referrer. The address is for password managers.
  url: `${publicUrl}${path}${token ? `#token=${token}&email=${encodeURIComponent(recipient)}${more}` : ''}`,
});
const payments = (context: LetterContext) =>
  linkTo('/account/payments', 'See your payments', { ...context, token: undefined });
const account = (context: LetterContext) => linkTo('/account', 'See your passkeys', { ...context, token: undefined });
const quoted = (names: string[]) =>
  `${names.length > 1 ? 'Passkeys' : 'Passkey'} ${names.map((name) => `“${name}”`).join(', ')}`;
const removeIt = ({ contactEmail }: LetterContext) =>
  `If this was not you, remove the passkey and choose a new password at once, or write to ${contactEmail}.`;
const notYou = ({ contactEmail }: LetterContext) =>
  `If this was not you, choose a new password at once, or write to ${contactEmail}.`;

/** What is the matter, and what to do. */
const needs: Record<OpenItem['kind'], (id: string) => string> = {
  review: (id) =>
    `Order ${id} is under review: npm run orders -- show ${id}, then refund it, or settle it with the payer and dismiss it.`,
  dispute: (id) =>
    `Dispute ${id} is open: npm run orders -- show ${id}. Answer in the provider's dashboard; after the bank's decision npm run orders -- close-dispute ${id} --reason '<text>'`,
  refund: (id) =>
    `Payment ${id} should be refunded, and is not: npm run orders -- show ${id}, then npm run orders -- refund ${id}`,
  deleted: (id) =>
    `Order ${id} was paid after its payer had deleted the account: npm run orders -- show ${id}, then npm run orders -- refund ${id}, or settle it with the payer and dismiss it.`,
  outbox: () => 'Mails have waited for half an hour: look at the mail server and at the log event mail_failed.',
};

type Template<Kind extends MailKind> = (data: MailData[Kind], context: LetterContext) => Letter;

/** Every mail that the product sends. A kind ends with its name in the outbox, so do not rename one in use. */
export const templates: { [Kind in MailKind]: Template<Kind> } = {
  VERIFY_EMAIL: (_, context) => ({
    subject: `Confirm your email address for ${productName}`,
    parts: [
      `Please confirm that ${context.recipient} is your address. The link works once, for 24 hours.`,
      linkTo('/verify-email', 'Confirm this address', context),
      'If you did not create an account, ignore this mail.',
    ],
  }),
  RESET_PASSWORD: ({ rejected }, context) => ({
    subject: `Choose a new ${productName} password`,
    parts: [
      rejected
        ? `You said that you did not create the account of ${context.recipient}. Everyone is logged out of it. With a new password it is yours: you can keep it, or delete it on its page. Otherwise we delete it after 30 days, unless it has a payment. The link works once, for 30 minutes.`
        : `Someone asked for a new password for ${context.recipient}. The link works once, for 30 minutes.`,
      linkTo('/reset-password', 'Choose a new password', context),
      ...(rejected ? [] : ['If this was not you, ignore this mail. Your password stays as it is.']),
    ],
  }),
  CHANGE_EMAIL: (_, context) => ({
    subject: `Confirm your new email address for ${productName}`,
    parts: [
      `Please confirm that your ${productName} account should use ${context.recipient}. The link works once, for 24 hours.`,
      linkTo('/verify-email', 'Use this address', context, '&change=1'),
      'If you did not ask for this, ignore this mail.',
    ],
  }),
  EMAIL_CHANGE_REQUESTED: (_, context) => ({
    subject: `Your ${productName} address is about to change`,
    parts: [
      'Someone with your password asked to use another email address for your account. It changes once the new address is confirmed.',
      `${notYou(context)} A new password cancels the change.`,
    ],
  }),
  EMAIL_CHANGED: (_, context) => ({
    subject: `Your ${productName} address was changed`,
    parts: [
      'Your account now uses another email address. This address can no longer be used to log in.',
      `If this was not you, write to ${context.contactEmail}.`,
    ],
  }),
  PASSWORD_CHANGED: ({ names = [] }, context) => ({
    subject: `Your ${productName} password was changed`,
    parts: [
      'Your password was changed, and all other devices were logged out.',
      ...(names.length ? [`${quoted(names)} can still log in. Remove what you do not know:`, account(context)] : []),
      notYou(context),
    ],
  }),
  PASSKEY_ADDED: ({ names }, context) => ({
    subject: `A passkey was added to your ${productName} account`,
    parts: [`${quoted(names)} can log in from now on.`, account(context), removeIt(context)],
  }),
  PASSKEYS_REMOVED: ({ names }, context) => ({
    subject: `Passkeys of your ${productName} account were removed`,
    parts: [
      `${quoted(names)} can no longer log in, and all other devices were logged out.`,
      'Delete it on your device too, if it is still offered there.',
      notYou(context),
    ],
  }),
  PASSKEY_COPIED: ({ names }, context) => ({
    subject: `A passkey of your ${productName} account may have been copied`,
    parts: [
      `We refused a log-in: ${quoted(names)} has signed less often than before. This happens if there is a copy of it.`,
      account(context),
      removeIt(context),
    ],
  }),
  NEW_SIGN_IN: ({ at, browser, network }, context) => ({
    subject: `New log-in to your ${productName} account`,
    parts: [
      'Someone logged in to your account from a place where you had not logged in before.',
      { facts: [['Time', formatIndianTime(at)] as [string, string], ['Browser', browser], ['Network', network]] },
      'If this was you, there is nothing to do. If not, log out everywhere, then choose a new password:',
      linkTo('/account', 'Log out everywhere', context),
      linkTo('/forgot-password', 'Choose a new password', context),
    ],
  }),
  ACCOUNT_DELETED: ({ keptOrders }, { contactEmail }) => ({
    subject: `Your ${productName} account is deleted`,
    parts: [
      'Your account and what we stored about you are deleted, and so is this address once this mail is sent.',
      ...(keptOrders
        ? ['The law requires us to keep your payments and receipts. They no longer have your email address.']
        : []),
      `If this was not you, write to ${contactEmail}.`,
    ],
  }),
  RECEIPT: (order, context) => ({
    subject: `Receipt for ${formatPaise(order.amountPaise, order.currency)}`,
    parts: [`Thank you for your payment to ${productName}.`, factsOf(order), payments(context)],
  }),
  REFUND_PENDING: (order, context) => ({
    subject: `Your refund of ${formatPaise(order.amountPaise, order.currency)} has started`,
    parts: [
      'We asked the payment provider to refund your payment. Banks usually take five to seven working days.',
      factsOf(order),
      payments(context),
    ],
  }),
  REFUNDED: (order, context) => ({
    subject: `${formatPaise(order.amountPaise, order.currency)} was refunded`,
    parts: [
      'The payment provider has refunded your payment. Your bank may need some days to show it.',
      factsOf(order),
      payments(context),
    ],
  }),
  REFUND_FAILED: (order, context) => ({
    subject: `Your refund of ${formatPaise(order.amountPaise, order.currency)} is delayed`,
    parts: [
      `Your bank could not take the refund. We are working on it. You can write to ${context.contactEmail}.`,
      factsOf(order),
      payments(context),
    ],
  }),
  STAFF_ROLE_GRANTED: ({ role }, context) => ({
    subject: `You are now staff of ${productName}`,
    parts: [
      `Your account has the role ${role}. The desk asks for a passkey: add one first.`,
      account(context),
      { label: 'The desk', url: `${context.publicUrl}/desk` },
      `If you did not expect this, write to ${context.contactEmail}.`,
    ],
  }),
  STAFF_ROLE_REVOKED: (_, { contactEmail }) => ({
    subject: `You are no longer staff of ${productName}`,
    parts: ['Your account can no longer use the desk.', `If you did not expect this, write to ${contactEmail}.`],
  }),
  OPERATOR_ALERT: ({ items }, { publicUrl }) => ({
    subject: `${items.length} ${items.length === 1 ? 'item needs' : 'items need'} a person at ${new URL(publicUrl).host}`,
    parts: [
      ...items.map(({ kind, id }) => needs[kind](id)),
      `Each item is mailed once a day until it is done, or dismissed with npm run orders -- dismiss <id> --reason '<text>'`,
    ],
  }),
};

/** The letter of a queued mail; undefined for a kind that only a newer version knows. */
export function letterOf(kind: string, data: unknown, context: LetterContext): Letter | undefined {
  const template = (templates as Record<string, Template<MailKind> | undefined>)[kind];
  return template?.(data as never, context);
}
