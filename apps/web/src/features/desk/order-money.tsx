import { formatMethod, formatPaise } from '@novacore/shared/formats';
import { failureSentence } from '../../ui/failure-reasons';
import type { Schemas } from './desk-client';
import { type Columns, DeskTable, Section, Time } from './desk-parts';
import { inWords, timeLeft, timeOf } from './desk-words';

type DeskOrder = Schemas['DeskOrder'];

const namesAndValues = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `${name.toUpperCase().replaceAll('_', ' ')} ${value}`);

const paymentColumns: Columns<Schemas['DeskPayment']> = {
  Payment: ({ id }) => id,
  'Started (IST)': ({ createdAt }) => <Time at={createdAt} />,
  State: ({ status, surplus, errorReason }) =>
    [status, surplus && 'a second payment', status === 'failed' && failureSentence(errorReason)]
      .filter(Boolean)
      .join(', '),
  Method: ({ method, methodDetails }) => (method ? formatMethod(method, methodDetails) : 'Not known'),
  References: ({ references }) => namesAndValues(references).join(', ') || 'None',
  Amount: ({ amountPaise, currency }) => formatPaise(amountPaise, currency),
};

const refundColumns: Columns<Schemas['DeskAttemptedRefund']> = {
  Refund: ({ id }) => id ?? 'No id yet',
  'Made (IST)': ({ createdAt }) => <Time at={createdAt} />,
  State: ({ status }) => status,
  'Bank reference': ({ reference }) => reference ?? 'None yet',
  Amount: ({ amountPaise }) => formatPaise(amountPaise),
};

const disputeColumns: Columns<Schemas['DeskDispute']> = {
  Dispute: ({ id }) => id,
  State: ({ status, closedAt }) => inWords(status) + (closedAt ? ', closed by staff' : ''),
  Reason: ({ reasonCode, phase }) => inWords([reasonCode, phase].filter(Boolean).join(', ')) || 'None',
  'Answer by (IST)': ({ respondBy, status }) =>
    respondBy
      ? `${timeOf(respondBy)}${['open', 'under_review'].includes(status) ? `, ${timeLeft(respondBy)}` : ''}`
      : 'No date',
  'Taken back': ({ amountDeductedPaise }) => formatPaise(amountDeductedPaise),
  Disputed: ({ amountPaise }) => formatPaise(amountPaise),
};

export function Money({ order: { payments, disputes } }: { order: DeskOrder }) {
  const refunds = payments.flatMap((payment) => payment.refunds);
  const numeric = ['Amount', 'Taken back', 'Disputed'];
  return (
    <Section title="Money">
      <DeskTable
        caption="Payments"
        columns={paymentColumns}
        rows={payments}
        numeric={numeric}
        none="No payment attempts."
      />
      {refunds.length > 0 && (
        <DeskTable caption="Refunds" columns={refundColumns} rows={refunds} numeric={numeric} none="" />
      )}
      {disputes.length > 0 && (
        <DeskTable caption="Disputes" columns={disputeColumns} rows={disputes} numeric={numeric} none="" />
      )}
    </Section>
  );
}
