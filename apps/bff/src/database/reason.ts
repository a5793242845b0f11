/** An error in one sentence: Prisma's begin with where in our code they arose, and do not name the setting. */
export const reasonOf = (error: Error): string =>
  sentenceOf(error).replace(/^Can't reach database server at .*/, '$& (DATABASE_URL)');

function sentenceOf({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message;
  const last = message.trim().split('\n').at(-1) ?? '';
  return /^Raw query failed\..* Message: `(.*)`$/.exec(last)?.[1] ?? last;
}
