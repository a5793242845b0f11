import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { $desk, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { itemWords } from './desk-words';
import { Action, ReasonForm } from './reason-form';

type DeskOrder = Schemas['DeskOrder'];
type Need = DeskOrder['needs'][number];
type Dismissible = Need & { kind: Exclude<Need['kind'], 'outbox'> };

/** What moves no money and is noted: closing disputes, and dismissing what needs a person. */
export function NotedActions({ order: { id, actions, needs } }: { order: DeskOrder }) {
  const queries = useQueryClient();
  const close = $desk.useMutation('put', '/desk/orders/{id}/disputes');
  const dismiss = $desk.useMutation('put', '/desk/items/{kind}/{subject}/dismissal');
  const { queryKey } = orderQuery(id);
  const dismissible = actions.includes('dismissDeskItem')
    ? needs.filter((need): need is Dismissible => need.kind !== 'outbox')
    : [];
  return (
    <>
      {actions.includes('closeDeskDispute') && (
        <Section title="Close the dispute" id="dispute">
          <ReasonForm
            name="dispute"
            consequence="The bank has decided. Closing notes what was done about it, and the order needs no person for it any more. No money moves, and no mail is sent."
            label="What was done about it"
            button="Close the dispute"
            send={async (reason) =>
              queries.setQueryData(queryKey, await close.mutateAsync({ params: { path: { id } }, body: { reason } }))
            }
          />
        </Section>
      )}
      {dismissible.map(({ kind, subject }, index) => (
        <Section key={kind + subject} title={`Dismiss: ${itemWords[kind].toLowerCase()}`} id={`dismiss${index || ''}`}>
          <ReasonForm
            name={`dismiss-${kind}-${subject}`}
            consequence={`It leaves the list of what needs a person, and no more alerts about ${subject} are sent. No money moves.`}
            label="Why it needs no person"
            button="Dismiss"
            send={async (reason) => {
              await dismiss.mutateAsync({ params: { path: { kind, subject } }, body: { reason } });
              await queries.invalidateQueries({ queryKey });
            }}
          />
        </Section>
      ))}
    </>
  );
}

/** What needs no reason. */
export function SmallActions({
  order: { id, actions, owner },
  onChecked,
}: {
  order: DeskOrder;
  onChecked: () => void;
}) {
  const queries = useQueryClient();
  const { queryKey } = orderQuery(id);
  const check = $desk.useMutation('post', '/desk/orders/{id}/check');
  const resend = $desk.useMutation('post', '/desk/mails');
  const askProvider = async () => {
    queries.setQueryData(queryKey, await check.mutateAsync({ params: { path: { id } } }));
    onChecked();
    toast.success('The order is as the provider has it.');
  };
  const resendReceipt = async () => {
    toast.success((await resend.mutateAsync({ body: { orderId: id } })).message);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Section title="More">
      <Action
        text="Ask the payment provider now, and apply what it reports. The scheduled checks do the same."
        button="Ask the provider now"
        work={askProvider}
      />
      {actions.includes('resendReceipt') && (
        <Action
          text={`Send the receipt to ${owner?.email} again.`}
          button="Send the receipt again"
          work={resendReceipt}
        />
      )}
    </Section>
  );
}
