import type { Block } from '../../section';
import { paragraph, section } from './code';
import { operationsByStatus, valuesOf } from './contract';
import { adviceFor } from './error-advice';
import { guide } from './guides';

const final = valuesOf('VerificationFinalCode');

const linked = (operation: string) => `[\`${operation}\`](/docs/api#operation/${operation})`;

/** Where a code comes from: `**400** from signUp, logIn.` */
function occurrences(code: string): string {
  const found = [...operationsByStatus(code)].map(
    ([status, operations]) => `**${status}** from ${operations.map(linked).join(', ')}.`,
  );
  return found.join(' ') || 'From no operation: such a call reaches none.';
}

function explain(code: string): Block[] {
  const { means, todo } = adviceFor(code);
  const blocks = [section(code, code), paragraph(`${means} **What to do:** ${todo}`)];
  if (final.includes(code))
    blocks.push(
      paragraph('Final for `verifyPayment`: asking again would answer the same, so let go of the identifiers.'),
    );
  return [...blocks, paragraph(occurrences(code))];
}

export default guide({
  path: '/docs/errors',
  title: 'Errors',
  description: 'Every problem code of the NovaCore API: what it means, which operation answers it, and what to do.',
  lead: 'Every failure has the same shape, and a code that says what went wrong. Branch on the code or on the status, never on a text.',
  blocks: [
    section('shape', 'The shape of a failure'),
    paragraph(
      'Failures are RFC 9457 problems, `application/problem+json`. `type` is the address of the code’s paragraph on this page. Keep `requestId`: it finds the call in our logs. `errors` is there when parts of the input do not fit.',
    ),
    {
      kind: 'code',
      language: 'json',
      code: `{
  "type": "/docs/errors#invalid_input",
  "title": "The input is not valid.",
  "status": 400,
  "code": "invalid_input",
  "requestId": "req-4f9a2c",
  "errors": [{ "path": "/amount", "message": "must be equal to constant" }]
}`,
    },
    paragraph(
      'Problems of `signUp` and `logIn` carry `success: false` and a `message` besides. No other failure has a `message` at its top level. New codes may be added: treat one that you do not know by its status.',
    ),
    ...valuesOf('ProblemCode').flatMap(explain),
  ],
});
