/** Prisma's P2002. */
export const isUniqueViolation = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: string }).code === 'P2002';

/** @returns the name of the violated unique key, if any */
export const violatedUniqueKey = (error: unknown): string | undefined =>
  isUniqueViolation(error)
    ? JSON.stringify((error as { meta?: object }).meta).match(/unique constraint \\"(\w+)\\"/)?.[1]
    : undefined;
