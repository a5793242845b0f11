import { Injectable } from '@nestjs/common';
import { AccountDataService } from '../account/account-data.service';
import { lockedCaller } from '../account/caller-user';
import { Config } from '../config/config';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { AuditLog, type By } from '../desk/log/audit-log';
import { type FoundPerson, findPeople } from '../desk/people/find-people';
import { grantRole, revokeRole } from '../desk/policy/staff-roles';
import { erasePasskeys } from '../passkeys/erase-passkeys';
import { isPaymentInProgress } from '../payments/work/payment-in-progress';
import { Refusal } from '../problem/problem';

/** Commands for a person by email address or id. @throws Refusal `person_unknown`, `person_ambiguous` */
@Injectable()
export class PeopleCommands {
  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly data: AccountDataService,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `not_confirmed`, `no_passkey` */
  grant(emailOrId: string, role: string, by: By) {
    const rpId = new URL(this.config.publicUrl).hostname;
    return this.record(emailOrId, `grant ${role}`, by, async ({ id, email }) => {
      return { id, email, role, passkeys: await grantRole(this.prisma, { userId: id, role, grantedBy: by.as, rpId }) };
    });
  }

  /** @throws Refusal `no_role` */
  revoke(emailOrId: string, by: By) {
    return this.record(emailOrId, 'revoke role', by, async ({ id, email }) => {
      await revokeRole(this.prisma, id);
      return { id, email, role: null };
    });
  }

  /** For lost passkeys. Ends all sessions and sends an email. @throws Refusal `staff_keep_passkeys` */
  removePasskeys(emailOrId: string, by: By) {
    return this.record(emailOrId, 'remove passkeys', by, async ({ id, email }) => {
      await this.prisma.$transaction(async (tx) => {
        const user = await lockedCaller(tx, { userId: id });
        if (await tx.staffRole.count({ where: { userId: id } })) throw new Refusal('staff_keep_passkeys');
        await erasePasskeys(tx, user);
      });
      return { id, email, passkeys: 0 };
    });
  }

  /** Returns the same data as the person's own export. */
  export(emailOrId: string, by: By): Promise<Reply<'exportMyData'>> {
    return this.record(emailOrId, 'export', by, ({ id }) => this.data.exportMyData({ userId: id }));
  }

  /** @throws Refusal `person_is_paying` */
  delete(emailOrId: string, { despitePayment = false, ...by }: By & { despitePayment?: boolean }) {
    return this.record(emailOrId, 'delete', by, async ({ id }) => {
      if (!despitePayment && (await isPaymentInProgress(this.prisma, id)))
        throw new Refusal('person_is_paying', { id });
      return { keptOrders: await this.data.eraseAccount(id) };
    });
  }

  private async record<Result>(
    emailOrId: string,
    action: string,
    { as, reason }: By,
    work: (person: FoundPerson) => Promise<Result>,
  ): Promise<Result> {
    const person = await this.find(emailOrId);
    return this.log.act({ action, subjectId: person.id }, { as, reason }, () => work(person));
  }

  private async find(id: string) {
    const [person, another] = await findPeople(this.prisma, id);
    if (!person) throw new Refusal('person_unknown', { id });
    if (another) throw new Refusal('person_ambiguous', { id });
    return person;
  }
}
