/** An error in one sentence: Prisma's begin with where in our code they arose. */
export function describeError({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message;
  const last = message.trim().split('\n').at(-1) ?? '';
  return /^Raw query failed\..* Message: `(.*)`$/.exec(last)?.[1] ?? last;
}

/** Names the server of an error, so that an operator knows what to change. @param place host, port and setting */
export const cannotUse =
  (place: string) =>
  (error: Error): never => {
    throw new Error(`Can't use the database server at ${place}: ${describeError(error)}`, { cause: error });
  };

/** Prisma's P2002. */
export const isUniqueViolation = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: string }).code === 'P2002';

/** @returns the name of the violated unique key, if any */
export const violatedUniqueKey = (error: unknown): string | undefined =>
  isUniqueViolation(error)
    ? JSON.stringify((error as { meta?: object }).meta).match(/unique constraint \\"(\w+)\\"/)?.[1]
    : undefined;
