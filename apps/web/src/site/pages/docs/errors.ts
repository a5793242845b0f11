import type { Block } from '../../section';
import { paragraph, section } from './code';
import { operationsByStatus, publicUrl, valuesOf } from './contract';
import { adviceFor, canDiscardIdentifiers } from './error-advice';
import { guide } from './guides';

const final = valuesOf('VerificationFinalCode');

const linked = (operation: string) => `[\`${operation}\`](/docs/api/${operation})`;

/** Statuses of codes that no operation returns. */
const unreached: Record<string, string> = {
  malformed_request: '400, 408 or 431',
  not_found: '404',
  method_not_allowed: '405',
};

/** The operations that return a code: `**400** from signUp, logIn.` */
function occurrences(code: string): string {
  const found = [...operationsByStatus(code)].map(
    ([status, operations]) => `**${status}** from ${operations.map(linked).join(', ')}.`,
  );
  return found.join(' ') || `**${unreached[code] ?? ''}** before a call reaches an operation.`;
}

function explain(code: string): Block[] {
  const { means, todo } = adviceFor(code);
  const blocks = [section(code, code), paragraph(`${means} **What to do:** ${todo}`)];
  if (final.includes(code)) {
    const identifiers = canDiscardIdentifiers(code) ? 'Discard' : 'Keep';
    blocks.push(
      paragraph(`Final for \`verifyPayment\`: do not repeat the same call. ${identifiers} the three identifiers.`),
    );
  }
  return [...blocks, paragraph(occurrences(code))];
}

export default guide({
  path: '/docs/errors',
  title: 'Errors',
  description: 'Every error code of the NovaCore API: what it means, which operation returns it, and what to do.',
  lead: 'Every error has the same format and a code that says what went wrong. Use the code or the status in your program, never the text.',
  blocks: [
    section('shape', 'Format of an error'),
    paragraph(
      'Errors are RFC 9457 problems, `application/problem+json`. `type` is the address of the code on this page. Keep `requestId`: we use it to find the call in our logs. `errors` lists the invalid parts of the input.',
    ),
    {
      kind: 'code',
      language: 'json',
      code: `{
  "type": "${publicUrl}/docs/errors#invalid_input",
  "title": "The input is not valid.",
  "status": 400,
  "code": "invalid_input",
  "requestId": "req-4f9a2c",
  "errors": [{ "path": "/amount", "message": "must be 150" }]
}`,
    },
    paragraph(
      'Errors of `signUp` and `logIn` also have `success: false` and a `message`. No other error has a `message` at its top level. New codes may be added: handle an unknown code by its status.',
    ),
    ...valuesOf('ProblemCode').flatMap(explain),
  ],
});
