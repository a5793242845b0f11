import { Injectable } from '@nestjs/common';
import { startOfDay } from '../../books/indian-days';
import { type Decision, finish, wait } from '../../cases/cases';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Prisma as Client } from '../../generated/prisma/client';
import { awaitsDecision } from '../../payments/rules/merge';
import { invalidInput, Refusal } from '../../problem/problem';
import { AuditLog, byOf } from '../log/audit-log';
import { toCase } from '../orders/order-replies';
import { reasonOf } from '../policy/desk-problems';
import { requireOthersOrder } from '../policy/policy';

const shownCases = 90;
const shownMs = 180 * 86_400_000;
const longestWaitMs = 90 * 86_400_000;

const sorted = {
  open: [{ deadline: { sort: 'asc', nulls: 'last' } }, { openedAt: 'asc' }],
  waiting: [{ waitUntil: 'asc' }],
  done: [{ doneAt: 'desc' }],
} satisfies Record<string, Client.CaseOrderByWithRelationInput[]>;

/** Lists cases, and records what staff decide about them. */
@Injectable()
export class DeskCases {
  constructor(
    private readonly prisma: Prisma,
    private readonly log: AuditLog,
  ) {}

  async list({ query: { state = 'open' } = {}, caller }: Input<'listDeskCases'>): Promise<Reply<'listDeskCases'>> {
    const asOf = new Date();
    // A case that ended before it opened was never shown.
    const doneAt = { gte: new Date(asOf.getTime() - shownMs) };
    const wasShown = { OR: [{ outcome: 'finished' }, { openedAt: { lte: this.prisma.case.fields.doneAt } }] };
    const found = await this.prisma.case.findMany({
      where: { state, ...(state === 'done' && { doneAt, ...wasShown }) },
      orderBy: sorted[state],
      take: shownCases + 1,
      include: { order: { include: { owner: true, disputes: true } } },
    });
    const shown = found.slice(0, shownCases);
    await this.log.addRead(`list ${state} cases`, byOf(caller), { hits: shown.length });
    const cases = shown.map((each) => toCase(each, each.order, caller));
    return { cases, hasMore: found.length > shownCases, asOf: asOf.toISOString() };
  }

  /** @throws Refusal 400 invalid_input, 403 own_order, `case_unknown`, `case_changed` */
  async wait(input: Input<'waitDeskCase'>): Promise<undefined> {
    const { subject, deadline } = await this.find(input.path);
    const until = startOfDay(input.body.until);
    if (until <= new Date() || until > (deadline ?? new Date(Date.now() + longestWaitMs)))
      throw invalidInput('/until', 'must be after today, not after the deadline, and within 90 days');
    await this.decide('waitDeskCase', `${subject} waits until ${input.body.until}`, input, (decision) =>
      wait(this.prisma, decision, until),
    );
  }

  /** @throws Refusal 400 invalid_input, 403 own_order, `case_unknown`, `case_changed` */
  async finish(input: Input<'finishDeskCase'>): Promise<undefined> {
    const account = input.body.account ? `, account ${input.body.account}` : '';
    await this.decide('finishDeskCase', `finish ${input.path.subject}${account}`, input, (decision) =>
      finish(this.prisma, decision),
    );
  }

  private async find({ kind, subject }: Input<'finishDeskCase'>['path']) {
    const order = { select: { ownerId: true, disputes: { where: { id: subject } } } };
    const found = await this.prisma.case.findUnique({ where: { kind_subject: { kind, subject } }, include: { order } });
    if (!found) throw new Refusal('case_unknown', { id: subject });
    return found;
  }

  private async decide(
    operation: 'waitDeskCase' | 'finishDeskCase',
    action: string,
    { path, body, caller }: Input<'waitDeskCase'> | Input<'finishDeskCase'>,
    work: (decision: Decision) => Promise<boolean>,
  ) {
    const { orderId, order } = await this.find(path);
    const by = { ...byOf(caller), reason: reasonOf(body) };
    await this.log.act({ action, subjectId: orderId }, by, async () => {
      requireOthersOrder(caller, operation, order?.ownerId ?? null);
      // Staff close a decided dispute on the page of its order.
      if (order?.disputes.some((dispute) => !awaitsDecision(dispute)))
        throw new Refusal('case_changed', { id: path.subject });
      const account = 'account' in body ? body.account : undefined;
      const decision = { ...path, revision: body.revision, reason: by.reason, by: by.as, account };
      if (!(await work(decision))) throw new Refusal('case_changed', { id: path.subject });
    });
  }
}
