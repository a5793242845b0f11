import { usersWith } from '../../account/email';
import type { Prisma } from '../../database/prisma.service';
import type { Prisma as Client } from '../../generated/prisma/client';

/** Without the hash of the password. */
const shape = {
  include: { identities: { select: { issuer: true, subject: true } } },
  omit: { passwordHash: true, emailNormalized: true },
} satisfies Client.UserFindManyArgs;

export type FoundPerson = Client.UserGetPayload<typeof shape>;

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** An address may have an account with a password and others at the identity provider. Oldest first. */
export const findPeople = (prisma: Prisma, emailOrId: string): Promise<FoundPerson[]> =>
  prisma.user.findMany({
    where: isId(emailOrId) ? { id: emailOrId } : usersWith(emailOrId),
    ...shape,
    orderBy: { createdAt: 'asc' },
  });
