import { formatIndianTime, formatPaise, receiptLines, type Seller } from '@novacore/shared/formats';
import type { Letter, LetterPart } from './letter';
import type { CaseFacts, MailData, MailKind, OrderFacts } from './outbox';

export const productName = 'NovaCore';

export interface LetterContext {
  publicUrl: string;
  contactEmail: string;
  /** The current seller. Emails about a payment name the seller on its receipt. */
  seller: Seller;
  recipient: string;
  /** Set for kinds with a link. */
  token?: string;
}

const amountOf = ({ refund, amountPaise, currency }: OrderFacts) =>
  formatPaise(refund?.amountPaise ?? amountPaise, currency);
/** A receipt may be sent again after a refund. */
function receivedOf({ amountPaise, currency, refunds = [] }: OrderFacts) {
  if (!refunds.length) return 'We have received your payment.';
  const refundedPaise = refunds.reduce((sum, refund) => sum + refund.amountPaise, 0);
  const isDone = refunds.every(({ status }) => status === 'processed');
  const what = refundedPaise < amountPaise ? `${formatPaise(refundedPaise, currency)} of it` : 'it';
  return `We have received your payment, and ${isDone ? 'have refunded' : 'are refunding'} ${what}.`;
}

const linkTo = (
  path: string,
  label: string,
  { publicUrl, token, recipient }: LetterContext,
  more = '',
): LetterPart => ({
  label,
  // A fragment reaches neither server logs nor referrers. The address is for password managers.
  url: `${publicUrl}${path}${token ? `#token=${token}&email=${encodeURIComponent(recipient)}${more}` : ''}`,
});
const payments = (context: LetterContext) =>
  linkTo('/account/payments', 'See your payments', { ...context, token: undefined });
const questions = ({ contactEmail }: LetterContext) => `Questions? Write to ${contactEmail}.`;
const account = (context: LetterContext) => linkTo('/account', 'See your passkeys', { ...context, token: undefined });
const quoted = (names: string[]) =>
  `${names.length > 1 ? 'Passkeys' : 'Passkey'} ${names.map((name) => `“${name}”`).join(', ')}`;
const removeIt = ({ contactEmail }: LetterContext) =>
  `If this was not you, remove the passkey and choose a new password at once, or write to ${contactEmail}.`;
const providers: Record<string, string> = { github: 'GitHub', google: 'Google', social: 'your identity provider' };

/** Says how to end a stranger's login for good. */
function endLogIn(way: string | undefined, context: LetterContext): LetterPart[] {
  const logOut = linkTo('/account', 'Log out everywhere', context);
  const newPassword = linkTo('/forgot-password', 'Choose a new password', context);
  const provider = providers[way ?? ''];
  if (provider)
    return [
      `If not, log out everywhere, then choose a new password at ${provider}, which was used for this login.`,
      logOut,
    ];
  if (way === 'passkey')
    return [
      'If not, log out everywhere, and remove each passkey that you do not recognise. If your account has a password, choose a new one too:',
      logOut,
      newPassword,
    ];
  return ['If not, log out everywhere, then choose a new password:', logOut, newPassword];
}
const notYou = ({ contactEmail }: LetterContext) =>
  `If this was not you, choose a new password at once, or write to ${contactEmail}.`;

const ofAccount = `You receive this email because this address belongs to a ${productName} account.`;
const ofAddress = `You receive this email because someone entered this address at ${productName}.`;
const ofPayment = `You receive this email because you paid ${productName} with an account that has this address.`;

/** Emails about a payment state the facts of its receipt. */
function aboutPayment(
  order: OrderFacts,
  context: LetterContext,
  heading: { subject: string; preview: string },
  text: string,
) {
  // Emails that release 1.3 queued have neither seller nor lines.
  const { refund, ...document } = { ...{ seller: context.seller, lines: [], taxLines: [] }, ...order };
  const { seller, refunds } = document;
  const facts = { facts: receiptLines(document, { email: context.recipient, refunds: refund ? [refund] : refunds }) };
  const note = refund ? [] : [`This receipt confirms one payment. ${seller.gstStatement}`];
  const amount = refund ? [] : [{ amount: amountOf(order) }];
  const parts = [...amount, text, facts, ...note, payments(context), questions(context)];
  return { ...heading, parts, why: ofPayment, seller };
}

const openDesk = (publicUrl: string) => ({ label: 'Open the desk', url: `${publicUrl}/desk?login` });

function caseParts(item: CaseFacts, publicUrl: string): LetterPart[] {
  const { kind, id, detail, amountPaise, payer, deadline, orderId, settlementId } = item;
  const facts: [string, string][] = [];
  if (amountPaise !== null) facts.push(['Amount', formatPaise(amountPaise, item.currency ?? 'INR')]);
  if (payer) facts.push(['Payer', payer]);
  if (deadline) facts.push(['Deadline', formatIndianTime(deadline)]);
  const ofOrder = orderId ? `/orders/${orderId}?login#case-${kind}-${id}` : '?login#cases';
  const url = `${publicUrl}/desk${settlementId ? `/settlements/${settlementId}?login` : ofOrder}`;
  return [detail, ...(facts.length ? [{ facts }] : []), { label: 'Open the case', url }];
}

type Template<Kind extends MailKind> = (data: MailData[Kind], context: LetterContext) => Letter;

/** All emails of the product. Never rename a kind, because the outbox stores it. */
export const templates: { [Kind in MailKind]: Template<Kind> } = {
  VERIFY_EMAIL: (_, context) => ({
    subject: `Confirm your email address for ${productName}`,
    preview: 'One click, within 24 hours.',
    parts: [
      `Please confirm that ${context.recipient} is your address. The link works once, for 24 hours.`,
      linkTo('/verify-email', 'Confirm this address', context),
      'If you did not create an account, ignore this email.',
    ],
    why: ofAddress,
  }),
  RESET_PASSWORD: ({ rejected }, context) => ({
    subject: `Choose a new ${productName} password`,
    preview: 'The link works for 30 minutes.',
    parts: [
      rejected
        ? `You said that you did not create the account of ${context.recipient}. All its sessions have ended. Choose a new password to take it over; you can then keep it, or delete it on the account page. Otherwise we will delete it after 30 days, unless it has a payment. The link works once, for 30 minutes.`
        : `Someone asked for a new password for ${context.recipient}. The link works once, for 30 minutes.`,
      linkTo('/reset-password', 'Choose a new password', context),
      ...(rejected ? [] : ['If this was not you, ignore this email. Your password stays as it is.']),
    ],
    why: ofAddress,
  }),
  CHANGE_EMAIL: (_, context) => ({
    subject: `Confirm your new email address for ${productName}`,
    preview: 'One click, within 24 hours.',
    parts: [
      `Please confirm that your ${productName} account should use ${context.recipient}. The link works once, for 24 hours.`,
      linkTo('/verify-email', 'Use this address', context, '&change=1'),
      'If you did not ask for this, ignore this email.',
    ],
    why: ofAddress,
  }),
  EMAIL_CHANGE_REQUESTED: (_, context) => ({
    subject: `Your ${productName} address is about to change`,
    preview: 'Nothing changes until the new address is confirmed.',
    parts: [
      'Someone who knows your password asked us to use another email address for your account. It changes once the new address is confirmed.',
      `${notYou(context)} A new password cancels the change.`,
    ],
    why: ofAccount,
  }),
  EMAIL_CHANGED: (_, context) => ({
    subject: `Your ${productName} address was changed`,
    preview: 'From now on, log in with the new one.',
    parts: [
      'Your account now uses another email address. You can no longer log in with this one.',
      `If this was not you, write to ${context.contactEmail}.`,
    ],
    why: `You receive this email because this address belonged to a ${productName} account until now.`,
  }),
  PASSWORD_CHANGED: ({ names = [] }, context) => ({
    subject: `Your ${productName} password was changed`,
    preview: 'All other devices were logged out.',
    parts: [
      'Your password was changed, and all other devices were logged out.',
      ...(names.length
        ? [`${quoted(names)} can still log in. Remove any that you do not recognise:`, account(context)]
        : []),
      notYou(context),
    ],
    why: ofAccount,
  }),
  NEW_SIGN_IN: ({ at, way, browser, network }, context) => ({
    subject: `New login to your ${productName} account`,
    preview: `${browser}, ${formatIndianTime(at)}.`,
    parts: [
      'Someone logged in to your account from a browser or place that you have not used before.',
      { facts: [['Time', formatIndianTime(at)] as [string, string], ['Browser', browser], ['Network', network]] },
      'If this was you, there is nothing to do.',
      ...endLogIn(way, context),
    ],
    why: ofAccount,
  }),
  GUESSES_LIMITED: (_, context) => ({
    subject: `Many wrong passwords for your ${productName} account`,
    preview: 'None of them was right. You can log in as usual.',
    parts: [
      'Someone has tried many passwords for your account. For up to an hour, only browsers where you have logged in before can use your password.',
      'On another browser, log in with a passkey, or choose a new password:',
      linkTo('/forgot-password', 'Choose a new password', context),
    ],
    why: ofAccount,
  }),
  PASSKEY_ADDED: ({ names }, context) => ({
    subject: `A passkey was added to your ${productName} account`,
    preview: `${quoted(names)} can log in from now on.`,
    parts: [`${quoted(names)} can log in from now on.`, account(context), removeIt(context)],
    why: ofAccount,
  }),
  PASSKEYS_REMOVED: ({ names }, context) => ({
    subject: `Passkeys of your ${productName} account were removed`,
    preview: 'All other devices were logged out.',
    parts: [
      `${quoted(names)} can no longer log in, and all other devices were logged out.`,
      'Delete it on your device too, if it is still offered there.',
      notYou(context),
    ],
    why: ofAccount,
  }),
  PASSKEY_COPIED: ({ names }, context) => ({
    subject: `A passkey of your ${productName} account may have been copied`,
    preview: 'We refused a login.',
    parts: [
      `We refused a login: the use counter of ${quoted(names)} went backwards. This happens if there is a copy of it.`,
      account(context),
      removeIt(context),
    ],
    why: ofAccount,
  }),
  PASSKEY_MOVED: ({ names }, context) => ({
    subject: `A passkey of your ${productName} account no longer counts its uses`,
    preview: 'This is usual after a change of password manager.',
    parts: [
      `${quoted(names)} logged in, and no longer counts how often it is used.`,
      'This is usual when you move it to another password manager. If you did not:',
      account(context),
      removeIt(context),
    ],
    why: ofAccount,
  }),
  ACCOUNT_DELETED: ({ keptOrders }, { contactEmail }) => ({
    subject: `Your ${productName} account is deleted`,
    preview: 'This is the last email to this address.',
    parts: [
      'We have deleted your account and your data. We will delete this address once this email is sent.',
      ...(keptOrders
        ? ['The law requires us to keep your payments and receipts. They no longer have your email address.']
        : []),
      `If this was not you, write to ${contactEmail}.`,
    ],
    why: `You receive this email because this address belonged to a ${productName} account until now.`,
  }),
  RECEIPT: (order, context) => {
    const subject = `Receipt for ${formatPaise(order.amountPaise, order.currency)}`;
    const preview = `${receivedOf(order)}${order.receiptNumber ? ` Receipt ${order.receiptNumber}.` : ''}`;
    return aboutPayment(order, context, { subject, preview }, `${receivedOf(order)} Thank you.`);
  },
  REFUND_PENDING: (order, context) => {
    const subject = `Your ${amountOf(order)} refund is on its way`;
    const text = 'We have asked Razorpay to send your money back to the account or card that you paid with.';
    return aboutPayment(order, context, { subject, preview: 'Your bank decides how soon you see it.' }, text);
  },
  REFUNDED: (order, context) => {
    const subject = `${amountOf(order)} was refunded to you`;
    const preview = 'Your bank has it, and may need some days to show it.';
    const text =
      'Razorpay has sent your money to your bank, which may need some days to show it. If it does not arrive, give your bank the refund reference.';
    return aboutPayment(order, context, { subject, preview }, text);
  },
  REFUND_FAILED: (order, context) => {
    const subject = `Your ${amountOf(order)} refund is delayed`;
    const preview = 'Your bank sent it back. You do not need to do anything.';
    const text =
      'Your bank sent the refund back to us. We will find out why, and send it again. You do not need to do anything.';
    return aboutPayment(order, context, { subject, preview }, text);
  },
  STAFF_ROLE_GRANTED: ({ role }, context) => ({
    subject: `You now have a staff role at ${productName}`,
    preview: 'Log in with your passkey, then open the desk.',
    parts: [
      `Your account has the role ${role}. Log in with your passkey, then open the desk. Lost your passkey? Ask an operator.`,
      openDesk(context.publicUrl),
      `If you did not expect this, write to ${context.contactEmail}.`,
    ],
    why: ofAccount,
  }),
  STAFF_ROLE_REVOKED: (_, { contactEmail }) => ({
    subject: `Your staff role at ${productName} has ended`,
    preview: 'The desk is closed for your account.',
    parts: ['Your account can no longer use the desk.', `If you did not expect this, write to ${contactEmail}.`],
    why: ofAccount,
  }),
  OPERATOR_ALERT: ({ items }, { publicUrl }) => ({
    subject: `${items.length} ${items.length === 1 ? 'case needs' : 'cases need'} attention at ${new URL(publicUrl).host}`,
    preview: items.map(({ id }) => id).join(', '),
    parts: [
      ...items.flatMap((item) => caseParts(item, publicUrl)),
      'We email each open case once a day until you put it aside or finish it.',
    ],
    why: 'You receive this email because OPERATOR_EMAIL names this address.',
  }),
};

/** Returns undefined for a kind of a newer version. */
export function letterOf(kind: string, data: unknown, context: LetterContext): Letter | undefined {
  const template = (templates as Record<string, Template<MailKind> | undefined>)[kind];
  return template?.(data as never, context);
}
