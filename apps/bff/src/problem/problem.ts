import type { components } from '@novacore/contract';

export type ProblemCode = components['schemas']['ProblemCode'] | components['schemas']['DeskProblemCode'];
type InputError = components['schemas']['InputError'];

/** The one error type that services throw. The filter turns it into an RFC 9457 reply. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly title: string,
    readonly extra: { errors?: InputError[]; retryAfterSeconds?: number; allow?: string[]; order?: object } = {},
  ) {
    super(title);
  }
}

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
