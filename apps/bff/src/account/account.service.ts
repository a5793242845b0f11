import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Caller, Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { isUniqueViolation } from '../database/unique-violation';
import { Problem } from '../problem/problem';
import { normalizedEmail } from './email';
import { PasswordHasher } from './password-hasher';
import { passwordFault } from './password-policy';
import { TokenIssuer } from './token-issuer';
import { clockToleranceSeconds } from './tokens';

const wrongCredentials = 'Wrong email address or password.';

/** Accounts, passwords and tokens. */
@Injectable()
export class AccountService {
  constructor(
    private readonly prisma: Prisma,
    private readonly hasher: PasswordHasher,
    private readonly tokens: TokenIssuer,
    private readonly config: Config,
  ) {}

  /** @throws Problem 400 password_refused, 409 email_taken, 429 busy */
  async signUp({ body: { email, password } }: Input<'signUp'>): Promise<Reply<'signUp'>> {
    this.refuseWeak(password, '/password', email);
    // Hashed before the database is asked, so that a taken address takes as long as a free one.
    const passwordHash = await this.hasher.hash(password);
    const data = { email, emailNormalized: normalizedEmail(email), passwordHash };
    await this.prisma.user.create({ data }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new Problem(409, 'email_taken', 'An account with this email address already exists.');
    });
    return { success: true, message: 'Account created. Please log in.' };
  }

  /** An unknown address costs one hash too, so that neither text nor timing reveals whether it exists. @throws Problem 401, 429 busy */
  async logIn({ body: { email, password } }: Input<'logIn'>): Promise<Reply<'logIn'>> {
    this.hasher.ensureCapacity();
    const where = { emailNormalized: normalizedEmail(email) };
    const user = await this.prisma.user.findUnique({ where });
    const matches = await this.hasher.verify(user?.passwordHash, password);
    if (!user || !matches) throw new Problem(401, 'credentials_invalid', wrongCredentials);
    return { success: true, message: 'Logged in.', token: this.tokens.issue(user) };
  }

  async logOut({ tokenHash, tokenExpiresAt }: Caller): Promise<undefined> {
    // Expired tokens are refused anyway: their rows are no longer needed.
    const tooOld = new Date(Date.now() - clockToleranceSeconds * 1000);
    await this.prisma.revokedToken.deleteMany({ where: { expiresAt: { lt: tooOld } } });
    const data = { tokenHash, expiresAt: tokenExpiresAt };
    await this.prisma.revokedToken.createMany({ data, skipDuplicates: true });
  }

  /** @throws Problem 409 no_password, 403 credentials_invalid, 400 password_refused, 429 busy */
  async changePassword({ caller, body }: Input<'changePassword'>): Promise<Reply<'changePassword'>> {
    const user = await this.prisma.user.findUniqueOrThrow({ where: { id: caller.userId } });
    if (!user.passwordHash)
      throw new Problem(409, 'no_password', 'You log in through GitHub or Google: there is no password here.');
    if (!(await this.hasher.verify(user.passwordHash, body.currentPassword)))
      throw new Problem(403, 'credentials_invalid', 'The current password is wrong.');
    this.refuseWeak(body.newPassword, '/newPassword', user.email ?? '');
    const changed = {
      id: user.id,
      passwordHash: await this.hasher.hash(body.newPassword),
      // Always a new moment, also for two changes within one millisecond: tokens carry it, see TokenIssuer.
      tokensValidAfter: new Date(Math.max(Date.now(), user.tokensValidAfter.getTime() + 1)),
    };
    await this.replacePassword(user.passwordHash, changed);
    return { token: this.tokens.issue(changed) };
  }

  async getMe({ userId }: Caller): Promise<Reply<'getMe'>> {
    const { id, email, passwordHash } = await this.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    return { id, email, hasPassword: passwordHash !== null };
  }

  /** Of two changes at the same time only the first counts: the second knew a password that is no longer current. */
  private async replacePassword(
    current: string,
    { id, ...data }: { id: string; passwordHash: string; tokensValidAfter: Date },
  ) {
    const { count } = await this.prisma.user.updateMany({ where: { id, passwordHash: current }, data });
    if (count === 0) throw new Problem(403, 'credentials_invalid', 'The current password is wrong.');
  }

  private refuseWeak(password: string, path: string, email: string) {
    const fault = passwordFault(password, email, this.config.passwordMinLength);
    if (fault) throw new Problem(400, fault.code, fault.message, { errors: [{ path, message: fault.message }] });
  }
}
