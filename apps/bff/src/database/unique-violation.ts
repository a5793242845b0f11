/** Whether a write met a row that has the same unique key already (Prisma's P2002). */
export const isUniqueViolation = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: string }).code === 'P2002';

/** The name of the unique key that a write violated; undefined: none. */
export const violatedUniqueKey = (error: unknown): string | undefined =>
  isUniqueViolation(error)
    ? JSON.stringify((error as { meta?: object }).meta).match(/unique constraint \\"(\w+)\\"/)?.[1]
    : undefined;
