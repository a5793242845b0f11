// Examples of all emails. The build writes them to dist/mails.json for the sandbox.
import { catalogueOf } from '@novacore/shared/catalogue';
import { defaults } from '@novacore/shared/settings';
import { renderLetter } from './letter';
import type { MailData, MailKind, OrderFacts } from './outbox';
import { type LetterContext, letterOf, productName } from './templates';

const context: LetterContext = {
  publicUrl: 'http://localhost:3000',
  contactEmail: 'hello@novacore.example',
  seller: {
    legalName: 'NovaCore Example Private Limited',
    registeredAddress: '1 Example Road, Hyderabad 500081, Telangana, India',
    gstin: '36XXXXX0000X0Z0 (example)',
    gstStatement: 'Example: list prices do not include GST.',
  },
  recipient: 'asha@lab.example',
};

const [{ code, title, amountPaise }] = catalogueOf({ paymentPurpose: defaults.PAYMENT_PURPOSE });
const order: OrderFacts = {
  seller: context.seller,
  lines: [{ product: code, title, amountPaise }],
  taxLines: [],
  receiptNumber: 'NC/26-27/000001',
  receipt: 'nc_example',
  orderId: 'order_Example0000001',
  paymentId: 'pay_Example0000001',
  amountPaise,
  currency: 'INR',
  paidAt: '2026-11-27T15:00:00.000+05:30',
  method: 'upi',
  methodDetails: { vpa: 'asha@bank' },
};
const refund = { id: 'rfnd_Example0000001', amountPaise, createdAt: '2026-11-28T09:30:00Z' };

export const exampleFacts: { [Kind in MailKind]: MailData[Kind] } = {
  VERIFY_EMAIL: {},
  RESET_PASSWORD: {},
  CHANGE_EMAIL: {},
  EMAIL_CHANGE_REQUESTED: {},
  EMAIL_CHANGED: {},
  PASSWORD_CHANGED: { names: ['Work laptop'] },
  PASSKEY_ADDED: { names: ['Work laptop'] },
  PASSKEYS_REMOVED: { names: ['Work laptop', 'Phone'] },
  PASSKEY_COPIED: { names: ['Work laptop'] },
  PASSKEY_MOVED: { names: ['Work laptop'] },
  STAFF_ROLE_GRANTED: { role: 'support' },
  STAFF_ROLE_REVOKED: {},
  NEW_SIGN_IN: { at: '2026-11-27T09:30:00Z', way: 'password', browser: 'Firefox', network: '203.0.113.0/24' },
  GUESSES_LIMITED: {},
  ACCOUNT_DELETED: { keptOrders: 1 },
  RECEIPT: order,
  REFUND_PENDING: { ...order, refund: { ...refund, status: 'pending', reference: null } },
  REFUNDED: { ...order, refund: { ...refund, status: 'processed', reference: '199876968234' } },
  REFUND_FAILED: { ...order, refund: { ...refund, status: 'failed', reference: null } },
  OPERATOR_ALERT: {
    items: [
      {
        ...{ kind: 'dispute', id: 'disp_Example0000001', orderId: 'order_Example0000001', settlementId: null },
        ...{ amountPaise: 15_000, currency: 'INR', payer: 'asha@lab.example', deadline: '2026-12-05T18:30:00Z' },
        detail: 'Dispute disp_Example0000001: answer it in the Razorpay dashboard.',
      },
    ],
  },
};

const linkKinds = ['VERIFY_EMAIL', 'RESET_PASSWORD', 'CHANGE_EMAIL'];

export const exampleMails = Object.entries(exampleFacts).flatMap(([kind, data]) => {
  const token = linkKinds.includes(kind) ? 'example' : undefined;
  const letter = letterOf(kind, data, { ...context, token });
  return letter ? [{ kind, ...renderLetter(letter, { productName, ...context.seller }) }] : [];
});
