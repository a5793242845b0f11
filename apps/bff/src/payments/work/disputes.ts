import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import { Refusal } from '../../problem/problem';
import { awaitsDecision } from '../rules/merge';
import { closeDisputes } from '../store/apply-dispute';
import { lockOrder } from '../store/apply-payment';

@Injectable()
export class Disputes {
  constructor(private readonly prisma: Prisma) {}

  /** Closes all open disputes of an order. @throws Refusal `no_open_dispute`, `dispute_awaits_decision` */
  async close(orderId: string, reason: string): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const { payments } = await lockOrder(tx, orderId);
      const open = payments.flatMap(({ disputes }) => disputes).filter(({ closedAt }) => !closedAt);
      if (!open.length) throw new Refusal('no_open_dispute');
      const waiting = open.find(awaitsDecision);
      if (waiting) throw new Refusal('dispute_awaits_decision', { dispute: waiting.id, status: waiting.status });
      await closeDisputes(tx, orderId, reason);
    });
  }
}
