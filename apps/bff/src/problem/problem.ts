import type { components, Refusals } from '@novacore/contract';
import { refusals } from '../contract/contract';

export type ProblemCode = components['schemas']['ProblemCode'] | components['schemas']['DeskProblemCode'];
export type RefusalReason = keyof Refusals;

interface Extra {
  errors?: components['schemas']['InputError'][];
  retryAfterSeconds?: number;
  allow?: string[];
  order?: object;
}
type Values = Record<string, string>;

/** An answer that says no. The filter writes it as an RFC 9457 document. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly title: string,
    readonly extra: Extra = {},
  ) {
    super(title);
  }
}

/** The one error that folders throw to refuse a request. `x-refusals` in openapi.yaml has its status, code and title. */
export class Refusal<Reason extends RefusalReason = RefusalReason> extends Problem {
  readonly values: Values;

  constructor(
    reason: Reason,
    ...[values = {}, extra]: object extends Refusals[Reason]
      ? [values?: Values, extra?: Extra]
      : [values: Refusals[Reason] & Values, extra?: Extra]
  ) {
    const refusal = refusals[reason];
    if (!refusal) throw new Error(`openapi.yaml has no refusal ${reason}`);
    const { status, code = reason, title } = refusal;
    super(
      status,
      code as ProblemCode,
      title.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ''),
      extra,
    );
    this.values = values;
  }
}

/** @param path of the part of the input that is not valid */
export const invalidInput = (path: string, message: string) =>
  new Refusal('invalid_input', {}, { errors: [{ path, message }] });

export const problemType = 'application/problem+json; charset=utf-8';

/** The body of an RFC 9457 reply. @param authFields the two auth operations also tell `success` and `message` */
export const problemDocument = (
  publicUrl: string,
  { status, code, title, extra: { errors, order } }: Problem,
  requestId: string,
  authFields = false,
) => ({
  type: `${publicUrl}/docs/errors#${code}`,
  title,
  status,
  code,
  requestId,
  ...(errors && { errors }),
  ...(order && { order }),
  ...(authFields && { success: false, message: title }),
});
