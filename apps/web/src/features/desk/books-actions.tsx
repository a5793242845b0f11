import { formatPaise } from '@novacore/shared/formats';
import { AppBrowserNote } from '../../ui/app-browser-note';
import { saveFile } from '../../ui/save-file';
import { monthOf } from './books-words';
import { noted } from './cases';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { ActionProblem, ReasonForm, useAction } from './reason-form';

export function CloseMonth({ month: { month, canClose, openingPaise } }: { month: Schemas['DeskMonth'] }) {
  const { mutateAsync } = $desk.useMutation('post', '/desk/months/{month}/close');
  if (!canClose) return null;
  return (
    <Section title="Close the month">
      <ReasonForm
        name="close"
        consequence={`${monthOf(month)} opens with ${formatPaise(openingPaise)}. Its totals are frozen and cannot be changed again. What changes later appears as a correction in the month that is open then.`}
        label="What it was compared with"
        button={`Close ${monthOf(month)}`}
        send={(reason) =>
          noted(mutateAsync({ params: { path: { month } }, body: { reason } }), `${monthOf(month)} is closed.`)
        }
      />
    </Section>
  );
}

const exports = ['receipts', 'refunds', 'fees', 'settlements', 'journal'] as const;

/** Read as bytes: text would lose the byte order mark that spreadsheets need. */
export function Downloads({ month }: { month: string }) {
  const { mutateAsync } = $desk.useMutation('get', '/desk/months/{month}/exports/{name}');
  const { run, pending, problem } = useAction(async (name: (typeof exports)[number]) => {
    const file = await mutateAsync({ params: { path: { month, name } }, parseAs: 'blob' });
    saveFile(`${month}-${name}.csv`, file, 'text/csv');
  });
  return (
    <Section title="Downloads">
      <p>For spreadsheets and Tally.</p>
      <ActionProblem text={problem} />
      <div className="row">
        {exports.map((name) => (
          <button key={name} type="button" className="btn btn--small" aria-disabled={pending} onClick={() => run(name)}>
            {name}.csv
          </button>
        ))}
      </div>
      <AppBrowserNote>This app may not be able to save files.</AppBrowserNote>
    </Section>
  );
}
