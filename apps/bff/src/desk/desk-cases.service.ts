import { Injectable } from '@nestjs/common';
import { startOfDay } from '../books/indian-days';
import { type Decision, finish, wait } from '../cases/cases';
import type { Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client } from '../generated/prisma/client';
import { Refusal } from '../payments/rules/errors';
import { Problem } from '../problem/problem';
import { AuditLog } from './audit-log';
import { byOf, reasonOf } from './desk-problems';
import { toCase } from './order-replies';

const shownCases = 200;
const shownMs = 180 * 86_400_000;

const sorted = {
  open: [{ deadline: { sort: 'asc', nulls: 'last' } }, { openedAt: 'asc' }],
  waiting: [{ waitUntil: 'asc' }],
  done: [{ doneAt: 'desc' }],
} satisfies Record<string, Client.CaseOrderByWithRelationInput[]>;

/** What needs attention. */
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
    const cases = shown.map((each) => toCase(each, each.order, caller.staff?.role ?? 'support'));
    return { cases, hasMore: found.length > shownCases, asOf: asOf.toISOString() };
  }

  /** @throws Problem 400 invalid_input, Refusal `case_unknown`, `case_changed` */
  async wait(input: Input<'waitDeskCase'>): Promise<undefined> {
    const { subject, deadline } = await this.find(input.path);
    const until = startOfDay(input.body.until);
    if (until <= new Date() || (deadline && until > deadline)) {
      const errors = [{ path: '/until', message: 'must be after today, and not after the deadline' }];
      throw new Problem(400, 'invalid_input', 'The input is not valid.', { errors });
    }
    const decision = await this.logged(`${subject} waits until ${input.body.until}`, input);
    if (!(await wait(this.prisma, decision, until))) throw new Refusal('case_changed', { id: subject });
  }

  /** @throws Problem 400 invalid_input, Refusal `case_unknown`, `case_changed` */
  async finish(input: Input<'finishDeskCase'>): Promise<undefined> {
    const { subject } = input.path;
    const decision = await this.logged(`finish ${subject}`, input);
    if (!(await finish(this.prisma, decision))) throw new Refusal('case_changed', { id: subject });
  }

  private async find({ kind, subject }: Input<'finishDeskCase'>['path']) {
    const found = await this.prisma.case.findUnique({ where: { kind_subject: { kind, subject } } });
    if (!found) throw new Refusal('case_unknown', { id: subject });
    return found;
  }

  private async logged(
    action: string,
    { path, body, caller }: Input<'waitDeskCase'> | Input<'finishDeskCase'>,
  ): Promise<Decision> {
    const by = { ...byOf(caller), reason: reasonOf(body) };
    await this.log.add((await this.find(path)).orderId, action, by);
    return { ...path, revision: body.revision, reason: by.reason, by: by.as };
  }
}
