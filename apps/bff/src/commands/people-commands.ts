import { Injectable } from '@nestjs/common';
import type { Role } from '@novacore/contract/operations';
import { AccountDataService } from '../account/account-data.service';
import { lockedCaller } from '../account/caller-user';
import { Config } from '../config/config';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { AuditLog, type By } from '../desk/audit-log';
import { findPeople } from '../desk/find-people';
import { grantRole, revokeRole } from '../desk/staff-roles';
import { erasePasskeys } from '../passkeys/erase-passkeys';
import { isPaymentInProgress } from '../payments/work/payment-in-progress';
import { Refusal } from '../problem/problem';

/** Each takes the address or id of a person. @throws Refusal `person_unknown`, `person_ambiguous` */
@Injectable()
export class PeopleCommands {
  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly data: AccountDataService,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `not_confirmed`, `no_passkey` */
  async grant(emailOrId: string, role: Role, by: By) {
    const { id, email } = await this.record(emailOrId, `grant ${role}`, by);
    await grantRole(this.prisma, id, role, by.as, new URL(this.config.publicUrl).hostname);
    return { id, email, role };
  }

  /** @throws Refusal `no_role` */
  async revoke(emailOrId: string, by: By) {
    const { id, email } = await this.record(emailOrId, 'revoke role', by);
    await revokeRole(this.prisma, id);
    return { id, email, role: null };
  }

  /** For a person who has lost them. Logs the person out everywhere, and tells them by mail. */
  async removePasskeys(emailOrId: string, by: By) {
    const { id, email } = await this.record(emailOrId, 'remove passkeys', by);
    await this.prisma.$transaction(async (tx) => erasePasskeys(tx, await lockedCaller(tx, { userId: id })));
    return { id, email, passkeys: 0 };
  }

  /** Returns the same data as the person's own export. */
  async export(emailOrId: string, by: By): Promise<Reply<'exportMyData'>> {
    const { id } = await this.record(emailOrId, 'export', by);
    return this.data.exportMyData({ userId: id });
  }

  /** As the person's own deletion, without a password. @throws Refusal `person_is_paying` */
  async delete(emailOrId: string, { despitePayment = false, ...by }: By & { despitePayment?: boolean }) {
    const { id } = await this.find(emailOrId);
    if (!despitePayment && (await isPaymentInProgress(this.prisma, id))) throw new Refusal('person_is_paying', { id });
    await this.log.add(id, 'delete', by);
    return { keptOrders: await this.data.eraseAccount(id) };
  }

  private async record(emailOrId: string, action: string, by: By) {
    const person = await this.find(emailOrId);
    await this.log.add(person.id, action, by);
    return person;
  }

  private async find(id: string) {
    const [person, another] = await findPeople(this.prisma, id);
    if (!person) throw new Refusal('person_unknown', { id });
    if (another) throw new Refusal('person_ambiguous', { id });
    return person;
  }
}
