/** An error in one sentence: Prisma's begin with where in our code they arose, and do not name the setting. */
export const reasonOf = (error: Error): string => sentenceOf(error).replace(connectFaults, '$& (DATABASE_URL)');

const connectFaults =
  /^(Can't reach database server at|password authentication failed|database ".*" does not exist|no pg_hba.conf entry).*/;

function sentenceOf({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message;
  const last = message.trim().split('\n').at(-1) ?? '';
  return /^Raw query failed\..* Message: `(.*)`$/.exec(last)?.[1] ?? last;
}
