/** An error in one sentence: Prisma's begin with where in our code they arose. */
export function reasonOf({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message;
  const last = message.trim().split('\n').at(-1) ?? '';
  return /^Raw query failed\..* Message: `(.*)`$/.exec(last)?.[1] ?? last;
}
