import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { $desk, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { itemWords } from './desk-words';
import { ActionProblem, ReasonForm, useAction } from './reason-form';

type DeskOrder = Schemas['DeskOrder'];

function useShow(id: string) {
  const queries = useQueryClient();
  const { queryKey } = orderQuery(id);
  return {
    show: (order: DeskOrder) => queries.setQueryData(queryKey, order),
    readAgain: () => queries.invalidateQueries({ queryKey }),
  };
}

export function CloseDispute({ order: { id, actions } }: { order: DeskOrder }) {
  const { show } = useShow(id);
  const { mutateAsync } = $desk.useMutation('put', '/desk/orders/{id}/disputes');
  if (!actions.includes('closeDeskDispute')) return null;
  return (
    <Section title="Close the dispute" id="dispute">
      <ReasonForm
        name="dispute"
        consequence="The bank has decided. Closing notes what was done about it, and the order needs no person for it any more. No money moves, and no mail is sent."
        label="What was done about it"
        button="Close the dispute"
        send={async (reason) => show(await mutateAsync({ params: { path: { id } }, body: { reason } }))}
      />
    </Section>
  );
}

const isDismissible = ({ kind }: DeskOrder['needs'][number]) => kind !== 'outbox';

export function Dismissals({ order: { id, actions, needs } }: { order: DeskOrder }) {
  const { readAgain } = useShow(id);
  const { mutateAsync } = $desk.useMutation('put', '/desk/items/{kind}/{subject}/dismissal');
  if (!actions.includes('dismissDeskItem')) return null;
  return needs.filter(isDismissible).map(({ kind, subject }) => (
    <Section key={kind + subject} title={`Dismiss: ${itemWords[kind].toLowerCase()}`} id={`dismiss-${kind}`}>
      <ReasonForm
        name={`dismiss-${kind}-${subject}`}
        consequence={`It leaves the list of what needs a person, and no more alerts about ${subject} are sent. No money moves.`}
        label="Why it needs no person"
        button="Dismiss"
        send={async (reason) => {
          const path = { kind: kind as Exclude<typeof kind, 'outbox'>, subject };
          await mutateAsync({ params: { path }, body: { reason } });
          await readAgain();
        }}
      />
    </Section>
  ));
}

/** What neither moves money nor needs a reason. */
export function SmallActions({
  order: { id, actions, owner },
  onChecked,
}: {
  order: DeskOrder;
  onChecked: () => void;
}) {
  const { show, readAgain } = useShow(id);
  const check = $desk.useMutation('post', '/desk/orders/{id}/check');
  const resend = $desk.useMutation('post', '/desk/mails');
  const checking = useAction(async () => {
    show(await check.mutateAsync({ params: { path: { id } } }));
    onChecked();
    toast.success('The order is as the provider has it.');
  });
  const sending = useAction(async () => {
    toast.success((await resend.mutateAsync({ body: { orderId: id } })).message);
    await readAgain();
  });
  return (
    <Section title="More" id="more">
      <div className="desk-action">
        <p>Ask the payment provider now, and apply what it reports. The scheduled checks do the same.</p>
        <ActionProblem text={checking.problem} />
        <button type="button" className="btn" aria-disabled={checking.pending} onClick={() => checking.run()}>
          Ask the provider now
        </button>
      </div>
      {actions.includes('resendReceipt') && (
        <div className="desk-action">
          <p>Send the receipt to {owner?.email} again.</p>
          <ActionProblem text={sending.problem} />
          <button type="button" className="btn" aria-disabled={sending.pending} onClick={() => sending.run()}>
            Send the receipt again
          </button>
        </div>
      )}
    </Section>
  );
}
