import { asProblem, messageOf } from '@novacore/client';
import { formatPaise } from '@novacore/shared/formats';
import { AppBrowserNote } from '../../ui/app-browser-note';
import { Field, Labelled } from '../../ui/field';
import { saveFile } from '../../ui/save-file';
import { accountWords, closingWaitsFor, monthOf, paiseOf } from './books-words';
import { noted } from './cases';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { ActionProblem, ReasonForm, useAction } from './reason-form';

type Difference = Pick<Schemas['DeskUnexplained'], 'kind' | 'subject' | 'revision' | 'paise'>;

/** The server takes 30 actions a minute. */
const atOnce = 25;

/** Accepts several differences with one reason. */
export function AcceptDifferences({ open }: { open: Difference[] }) {
  const { mutateAsync } = $desk.useMutation('put', '/desk/cases/{kind}/{subject}/outcome');
  if (!open.length) return null;
  const shown = open.slice(0, atOnce);
  const accept = async (reason: string, form: FormData) => {
    const account = form.get('accept-account') as Schemas['DeskAccount'];
    const ticked = form.getAll('accept-difference');
    if (!ticked.length) throw { code: 'invalid_input', status: 400, title: 'Tick at least one difference.' };
    const chosen = shown.filter(({ kind, subject }) => ticked.includes(`${kind} ${subject}`));
    for (const [accepted, { kind, subject, revision }] of chosen.entries())
      await mutateAsync({ params: { path: { kind, subject } }, body: { reason, revision, account } }).catch(
        (thrown) => {
          const problem = asProblem(thrown);
          const before = accepted ? `Accepted: ${accepted} of ${chosen.length}. ` : '';
          throw { ...problem, message: `${before}${subject}: ${messageOf(problem)}` };
        },
      );
  };
  return (
    <Section title="Accept differences">
      <ReasonForm
        name="accept"
        consequence="Each stays, and counts as explained. No money moves. One that changes is reported again."
        label="What explains them"
        button="Accept the ticked differences"
        send={(reason, form) => noted(accept(reason, form), 'The ticked differences are accepted.')}
      >
        {() => (
          <>
            <fieldset className="desk-ticks">
              <legend>Differences</legend>
              {shown.map(({ kind, subject, paise }) => (
                <label key={kind + subject}>
                  <input type="checkbox" name="accept-difference" value={`${kind} ${subject}`} defaultChecked />
                  {subject}: {formatPaise(paise)}
                </label>
              ))}
            </fieldset>
            <Labelled name="accept-account" label="Account">
              {(control) => (
                <select {...control} defaultValue="suspense">
                  {Object.entries(accountWords).map(([account, words]) => (
                    <option key={account} value={account}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
          </>
        )}
      </ReasonForm>
    </Section>
  );
}

export function CloseMonth({ month: books }: { month: Schemas['DeskMonth'] }) {
  const { month, isClosed, canClose, firstMonth, openingPaise } = books;
  const { mutateAsync } = $desk.useMutation('post', '/desk/months/{month}/close');
  if (isClosed) return null;
  if (!canClose)
    return (
      <Section title="Close the month">
        <p>{closingWaitsFor(books)}</p>
      </Section>
    );
  const isFirst = month === firstMonth;
  const opening = isFirst ? 'the balance that you enter' : formatPaise(openingPaise);
  return (
    <Section title="Close the month">
      <ReasonForm
        name="close"
        consequence={`${monthOf(month)} opens with ${opening}. Its totals are frozen and cannot be changed again. What changes later appears as a correction in the month that is open then.`}
        label="What it was compared with"
        button={`Close ${monthOf(month)}`}
        send={(reason, form) => {
          const openingPaise = isFirst ? paiseOf(String(form.get('close-opening'))) : undefined;
          const closed = mutateAsync({ params: { path: { month } }, body: { reason, openingPaise } });
          return noted(closed, `${monthOf(month)} is closed.`);
        }}
      >
        {(errors) =>
          isFirst && (
            <Field
              name="close-opening"
              label="Balance at Razorpay when it began, in rupees"
              hint="The balance of the Razorpay dashboard, such as 0 or 1250.50"
              inputMode="decimal"
              pattern="-?[0-9]{1,13}([.][0-9]{1,2})?"
              error={errors['close-opening']}
            />
          )
        }
      </ReasonForm>
    </Section>
  );
}

const exports = {
  receipts: 'Receipts',
  'without-receipt': 'Payments without a receipt',
  refunds: 'Refunds',
  settlements: 'Settlements',
  lines: 'Lines of the settlements',
  journal: 'Journal by day and account',
} as const;
const formats = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** Read as bytes: text would lose the byte order mark that spreadsheets need. */
export function Downloads({ month: { month, isClosed } }: { month: Schemas['DeskMonth'] }) {
  const { mutateAsync } = $desk.useMutation('get', '/desk/months/{month}/exports/{name}');
  const { run, pending, problem } = useAction(async (name: keyof typeof exports, format: keyof typeof formats) => {
    const params = { path: { month, name }, query: { format } };
    const file = await mutateAsync({ params, parseAs: 'blob' });
    saveFile(`${month}-${name}.${format}`, file, formats[format]);
  });
  return (
    <Section title="Downloads">
      <p>
        XLSX for spreadsheets, CSV for other programs.
        {isClosed &&
          ' The amounts are those of the closed month. States, bank references and lines are those of today.'}
      </p>
      <ActionProblem text={problem} />
      <ul className="desk-list">
        {Object.entries(exports).map(([name, words]) => (
          <li key={name} className="row">
            {words}
            {(['xlsx', 'csv'] as const).map((format) => (
              <button
                key={format}
                type="button"
                className="btn btn--small"
                aria-disabled={pending}
                onClick={() => run(name as keyof typeof exports, format)}
              >
                {name}.{format}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <AppBrowserNote>This app may not be able to save files.</AppBrowserNote>
    </Section>
  );
}
