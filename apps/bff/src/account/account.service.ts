import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Caller, Input, Reply } from '../contract/types';
import { isUniqueViolation } from '../database/database-errors';
import { Prisma } from '../database/prisma.service';
import { queueMail } from '../mail/outbox';
import { Refusal } from '../problem/problem';
import { callerUser, lockedCaller } from './caller-user';
import { normalizedEmail, requireHarmless } from './email';
import { GuessLimit, lineOf } from './guess-limit';
import { OwnerProof } from './owner-proof';
import { PasswordHasher, wrongPassword } from './password-hasher';
import { requireStrongPassword } from './password-policy';
import { endSessionLinks, revokeAllTokens } from './revocation';
import { SignIns } from './sign-ins';
import { TokenIssuer } from './token-issuer';
import { providerClockToleranceSeconds } from './tokens';

export const emailTaken = () => new Refusal('email_taken');

@Injectable()
export class AccountService {
  constructor(
    private readonly prisma: Prisma,
    private readonly hasher: PasswordHasher,
    private readonly tokens: TokenIssuer,
    private readonly config: Config,
    private readonly guessLimit: GuessLimit,
    private readonly proof: OwnerProof,
    private readonly signIns: SignIns,
  ) {}

  /** @throws Refusal 400 invalid_input, password_refused, 409 email_taken, 429 busy */
  async signUp({ body: { email, password }, origin }: Input<'signUp'>): Promise<Reply<'signUp'>> {
    requireHarmless(email);
    await requireStrongPassword(password, '/password', email, this.config.passwordMinLength);
    // We hash before the query, so that a taken address takes as long as a free one.
    const passwordHash = await this.hasher.hash(password, origin.network);
    const data = { email, emailNormalized: normalizedEmail(email), passwordHash };
    const create = this.prisma.$transaction(async (tx) => {
      const { id: userId } = await tx.user.create({ data });
      await queueMail(tx, { kind: 'VERIFY_EMAIL', recipient: email, userId });
    });
    await create.catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
    return { success: true, message: 'Account created. Please log in.' };
  }

  /** Hashes for unknown addresses too, so that timing does not reveal them. @throws Refusal 401, 429 */
  async logIn({ body: { email, password }, origin }: Input<'logIn'>): Promise<Reply<'logIn'>> {
    const account = await this.guessLimit.find(email, origin);
    if (!account.device) this.hasher.ensureCapacity(origin.network);
    const verify = () => this.hasher.verify(account.passwordHash, password, lineOf(account, origin));
    const matches = await this.guessLimit.check(email, origin, account, verify);
    const { id, tokensValidAfter } = account;
    if (!matches || !id || !tokensValidAfter) throw new Refusal('credentials_invalid');
    await this.signIns.record(id, 'password', origin, tokensValidAfter);
    return { success: true, message: 'Logged in.', token: this.tokens.issue({ id, tokensValidAfter }, 'password') };
  }

  async logOut({ tokenHash, tokenExpiresAt }: Caller): Promise<undefined> {
    // Expired tokens are refused without their rows.
    const tooOld = new Date(Date.now() - providerClockToleranceSeconds * 1000);
    await this.prisma.revokedToken.deleteMany({ where: { expiresAt: { lt: tooOld } } });
    const data = { tokenHash, expiresAt: tokenExpiresAt };
    await this.prisma.revokedToken.createMany({ data, skipDuplicates: true });
  }

  async logOutEverywhere(caller: Caller): Promise<undefined> {
    await this.prisma.$transaction(async (tx) => revokeAllTokens(tx, (await lockedCaller(tx, caller)).id));
  }

  /** @throws Refusal 409 no_password, 403 credentials_invalid, 400 password_refused, 429 busy */
  async changePassword({ caller, body, origin }: Input<'changePassword'>): Promise<Reply<'changePassword'>> {
    const user = await callerUser(this.prisma, caller);
    if (!user.passwordHash) throw new Refusal('no_password');
    const { currentPassword: password, passkey, newPassword } = body;
    const way = await this.proof.require(user, caller, { password, passkey }, origin);
    if (passkey) await this.guessLimit.requireCurrent(user, password, origin);
    await requireStrongPassword(newPassword, '/newPassword', user.email ?? '', this.config.passwordMinLength);
    const passwordHash = await this.hasher.hash(newPassword, origin.network);
    const changed = await this.prisma.$transaction(async (tx) => {
      // The second of two concurrent changes fails, because it proved the old password.
      const { count } = await tx.user.updateMany({
        where: { id: user.id, passwordHash: user.passwordHash },
        data: { passwordHash },
      });
      if (count === 0) throw wrongPassword();
      await endSessionLinks(tx, user.id);
      await this.signIns.forgetDevices(tx, user.id, origin);
      if (user.email) await queueMail(tx, { kind: 'PASSWORD_CHANGED', recipient: user.email, userId: user.id });
      return revokeAllTokens(tx, user.id);
    });
    return { token: this.tokens.issue(changed, way) };
  }

  async listSignIns({ userId }: Caller): Promise<Reply<'listSignIns'>> {
    const rows = await this.signIns.list(userId);
    return { items: rows.map(({ at, way, browser, network }) => ({ at: at.toISOString(), way, browser, network })) };
  }

  async getMe(caller: Caller): Promise<Reply<'getMe'>> {
    const { id, email, passwordHash, emailVerifiedAt } = await callerUser(this.prisma, caller);
    const hasPassword = passwordHash !== null;
    const emailVerified = hasPassword ? emailVerifiedAt !== null : email !== null;
    const isStaff = (await this.prisma.staffRole.count({ where: { userId: id } })) > 0;
    return { id, email, emailVerified, hasPassword, ...(isStaff && { isStaff: true as const }) };
  }
}
