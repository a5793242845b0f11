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

/**
 * The one error that services throw to refuse a request. `x-refusals` in openapi.yaml has its status, code and title, and
 * the filter writes it as an RFC 9457 document.
 */
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

/** @param path of the part of the input that is not valid */
export const invalidInput = (path: string, message: string) =>
  new Refusal('invalid_input', {}, { errors: [{ path, message }] });

export const problemType = 'application/problem+json; charset=utf-8';

/** The body of an RFC 9457 reply. @param authFields the two auth operations also tell `success` and `message` */
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
