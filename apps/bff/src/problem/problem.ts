import type { components } from '../contract/contract.gen';

export type ProblemCode = components['schemas']['ProblemCode'];
export type InputError = components['schemas']['InputError'];

/** The one kind of error that services throw; the filter turns it into an RFC 9457 reply. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly title: string,
    readonly extra: { errors?: InputError[]; retryAfterSeconds?: number; allow?: string[] } = {},
  ) {
    super(title);
  }
}
