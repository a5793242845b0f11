import { formatPaise } from '@novacore/shared/formats';
import { Link, useSearchParams } from 'react-router-dom';
import { Field } from '../../ui/field';
import { $desk, readAll } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, announceDone, type Columns, DeskPage, DeskTable, ProviderNotice, Section, Time } from './desk-parts';
import { caseEvent, caseWords, timeLeft } from './desk-words';
import { ReasonForm } from './reason-form';

type Case = Schemas['DeskCase'];
type State = Case['state'];

/** Whatever came of the call, the page shows what is true now: its answer may be lost, or another person was first. */
export async function noted(call: Promise<unknown>, text: string) {
  await call.finally(readAll);
  announceDone(text);
}

type Props = Pick<Case, 'kind' | 'subject' | 'revision'> & { paise?: number | null };

/** Finishes a case as it is shown. A difference in the books is accepted. @param id where a page has several of one subject */
export function Finish({ kind, subject, revision, paise, id = subject }: Props & { id?: string }) {
  const { mutateAsync } = $desk.useMutation('put', '/desk/cases/{kind}/{subject}/outcome');
  const isAccepted = typeof paise === 'number';
  return (
    <details>
      <summary>
        {isAccepted ? 'Accept' : 'Finish'}
        <span className="visually-hidden"> {subject}</span>
      </summary>
      <ReasonForm
        name={`finish-${kind}-${id}`}
        consequence={
          isAccepted
            ? `The difference of ${formatPaise(paise)} stays, and counts as explained. No money moves. If it changes, it is reported again.`
            : 'The case is done, and no more emails about it are sent. No money moves. News opens it again.'
        }
        label={isAccepted ? 'What explains it' : 'Why it needs no attention'}
        button={isAccepted ? 'Accept the difference' : 'Finish the case'}
        send={(reason) =>
          noted(
            mutateAsync({ params: { path: { kind, subject } }, body: { reason, revision } }),
            isAccepted ? 'The difference is accepted.' : 'The case is finished.',
          )
        }
      />
    </details>
  );
}

function Wait({ kind, subject, revision }: Props) {
  const { mutateAsync } = $desk.useMutation('put', '/desk/cases/{kind}/{subject}/wait');
  const name = `wait-${kind}-${subject}`;
  return (
    <details>
      <summary>
        Wait<span className="visually-hidden"> {subject}</span>
      </summary>
      <ReasonForm
        name={name}
        consequence="The case opens again on that day, or when there is news. No emails about it are sent before."
        label="What it waits for"
        button="Let it wait"
        send={(reason, form) => {
          const body = { reason, revision, until: String(form.get(`${name}-until`)) };
          return noted(mutateAsync({ params: { path: { kind, subject } }, body }), 'The case waits.');
        }}
      >
        {(errors) => (
          <Field name={`${name}-until`} label="Until (IST day)" type="date" required error={errors[`${name}-until`]} />
        )}
      </ReasonForm>
    </details>
  );
}

/** Only cases of the books have a difference to accept. */
const ofBooks: Case['kind'][] = ['settlement', 'line', 'unsettled'];

export const CaseActions = ({ kind, subject, revision, amountPaise, actions }: Case) => {
  const shown = { kind, subject, revision };
  return (
    <>
      {actions.includes('finishDeskCase') && <Finish {...shown} paise={ofBooks.includes(kind) ? amountPaise : null} />}
      {actions.includes('waitDeskCase') && <Wait {...shown} />}
    </>
  );
};

/** The page on which staff can work on the case. */
function placeOf({ kind, subject, orderId, settlementId }: Case) {
  if (settlementId) return `/desk/settlements/${settlementId}`;
  return orderId && `/desk/orders/${orderId}#${kind === 'refund' ? `refund-${subject}` : `case-${kind}-${subject}`}`;
}

const mainSteps: Partial<Record<Case['kind'], string>> = {
  dispute: 'Look at the dispute',
  refund: 'Refund again',
  review: 'Compare',
  deleted: 'Refund',
};

/** One main step. What is known and the other steps are folded. */
function Step(each: Case) {
  const place = placeOf(each);
  const words = each.settlementId ? 'Open the settlement' : (mainSteps[each.kind] ?? 'Open');
  return (
    <div className="desk-step">
      {place && each.state !== 'done' && (
        <Link className="btn btn--small" to={place}>
          {words}
          <span className="visually-hidden"> {each.subject}</span>
        </Link>
      )}
      <details>
        <summary>
          More<span className="visually-hidden"> about {each.subject}</span>
        </summary>
        <p>{each.detail}</p>
        <ul className="desk-history">
          {each.history.map((event) => (
            <li key={event.at}>{caseEvent(event)}</li>
          ))}
        </ul>
        {each.state !== 'done' && <CaseActions {...each} />}
      </details>
    </div>
  );
}

/** A case, or those of one settlement. */
type Row = Case & { others: Case[] };

/** In the order of their first cases. Without the name of a settlement, a case stays alone. */
export function groupCases(cases: Case[]): Row[] {
  const rows = new Map<string, Row>();
  for (const each of cases) {
    const key = each.settlementId ?? keyOf(each);
    const first = rows.get(key);
    if (first) first.others.push(each);
    else rows.set(key, { ...each, others: [] });
  }
  return [...rows.values()];
}

const keyOf = ({ kind, subject }: Case) => `${kind} ${subject}`;

const sumOf = ({ amountPaise, others }: Row) =>
  others.reduce((sum, each) => sum + (each.amountPaise ?? 0), amountPaise ?? 0);

const columns: Columns<Row> = {
  What: ({ others, ...each }) => {
    const place = placeOf(each);
    const words = others.length ? `${others.length + 1} differences of ${each.settlementId}` : caseWords[each.kind];
    return place ? (
      <Link to={place}>
        {words}
        <span className="visually-hidden"> {each.subject}</span>
      </Link>
    ) : (
      words
    );
  },
  'Deadline (IST)': ({ deadline }) =>
    deadline ? (
      <>
        <Time at={deadline} />, {timeLeft(deadline)}
      </>
    ) : (
      'None'
    ),
  Payer: ({ ownerEmail }) => ownerEmail ?? 'None',
  Amount: (row) =>
    row.amountPaise === null && !row.others.length ? 'None' : formatPaise(sumOf(row), row.currency ?? 'INR'),
};

const step: Columns<Row> = {
  'Next step': ({ others, ...each }) =>
    others.length ? (
      <div className="desk-step">
        <Link className="btn btn--small" to={placeOf(each) || ''}>
          Open the settlement<span className="visually-hidden"> {each.settlementId}</span>
        </Link>
        <details>
          <summary>
            More<span className="visually-hidden"> about {each.settlementId}</span>
          </summary>
          <ul className="desk-history">
            {[each, ...others].map((one) => (
              <li key={keyOf(one)}>{one.detail}</li>
            ))}
          </ul>
        </details>
      </div>
    ) : (
      <Step {...each} />
    ),
};

const lists: Record<State, { label: string; columns: Columns<Row>; none: string }> = {
  open: { label: 'Open', columns: { ...columns, ...step }, none: 'Nothing needs attention now.' },
  waiting: {
    label: 'Waiting',
    columns: {
      ...columns,
      'Waits until (IST)': ({ waitUntil }) => waitUntil && <Time at={waitUntil} />,
      ...step,
    },
    none: 'No case waits.',
  },
  done: { label: 'Done', columns: { ...columns, ...step }, none: 'No case was done in the last 180 days.' },
};

/** Lists open, waiting and done cases. */
function Cases() {
  const [parameters] = useSearchParams();
  const state = (Object.keys(lists) as State[]).find((each) => each === parameters.get('state')) ?? 'open';
  const params = { query: { state } };
  const query = $desk.useQuery(
    'get',
    '/desk/cases',
    { params },
    { refetchInterval: 60_000, refetchOnWindowFocus: true },
  );
  return (
    <Section title="Cases" id="cases">
      <nav className="row" aria-label="Cases by state">
        {Object.entries(lists).map(([each, { label }]) => (
          <Link
            key={each}
            className="btn btn--small"
            to={{ search: each === 'open' ? '' : `state=${each}` }}
            aria-current={each === state ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Answer query={query}>
        {({ cases, hasMore }) => (
          <>
            <DeskTable
              caption={`Cases: ${lists[state].label.toLowerCase()}`}
              columns={lists[state].columns}
              rows={groupCases(cases)}
              keyOf={keyOf}
              numeric={['Amount']}
              none={lists[state].none}
            />
            {hasMore && <p>There are more. These are the first.</p>}
          </>
        )}
      </Answer>
    </Section>
  );
}

/** The cases that need attention. */
export const Today = () => (
  <DeskPage title="Today">
    <ProviderNotice old="Refunds, disputes and states that changed in the last minutes" />
    <Cases />
  </DeskPage>
);
