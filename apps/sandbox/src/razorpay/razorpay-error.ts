/** The body of every refusal: `{error: {code, description, field?, source, step, reason, metadata}}`. */
export interface ErrorBody {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  field?: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
}

export class RazorpayError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.description);
  }
}

/** A field that does not fit. */
export function invalidInput(description: string, field?: string): RazorpayError {
  const where = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} };
  return new RazorpayError(400, { code: 'BAD_REQUEST_ERROR', description, ...where, ...(field && { field }) });
}

/** A request that is well-formed but not possible now. */
export function refused(description: string, status = 400): RazorpayError {
  const where = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} };
  return new RazorpayError(status, { code: 'BAD_REQUEST_ERROR', description, ...where });
}

export const unknownId = () => invalidInput('The id provided does not exist');
export const unauthenticated = () => refused('Authentication failed', 401);
