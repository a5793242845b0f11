/** Whether a write met a row that has the same unique key already (Prisma's P2002). */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && (error as { code?: string }).code === 'P2002';
