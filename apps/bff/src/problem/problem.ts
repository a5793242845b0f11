import type { components, Refusals } from '@novacore/contract';
import { refusals } from '../contract/contract';

export type ProblemCode = components['schemas']['ProblemCode'] | components['schemas']['DeskProblemCode'];
type RefusalReason = keyof Refusals;

interface Extra {
  errors?: components['schemas']['InputError'][];
  retryAfterSeconds?: number;
  allow?: string[];
  order?: object;
}
type Values = Record<string, string>;

/** The error that services throw to refuse a request. Status, code and title are in `x-refusals` of openapi.yaml. */
export class Refusal<Reason extends RefusalReason = RefusalReason> extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly values: Values;
  readonly extra: Extra;

  constructor(
    reason: Reason,
    ...[values = {}, extra = {}]: object extends Refusals[Reason]
      ? [values?: Values, extra?: Extra]
      : [values: Refusals[Reason] & Values, extra?: Extra]
  ) {
    const { status, code = reason, title } = refusals[reason];
    super(title.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ''));
    this.status = status;
    this.code = code as ProblemCode;
    this.values = values;
    this.extra = extra;
  }
}

/** @param path JSON pointer to the invalid part of the input */
export const invalidInput = (path: string, message: string) =>
  new Refusal('invalid_input', {}, { errors: [{ path, message }] });

export const problemType = 'application/problem+json; charset=utf-8';

/** The body of an RFC 9457 reply. @param authFields adds `success` and `message`, for sign-up and login */
export const problemDocument = (
  publicUrl: string,
  { status, code, message: title, extra: { errors, order } }: Refusal,
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
