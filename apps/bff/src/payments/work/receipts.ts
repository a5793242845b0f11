import { Injectable } from '@nestjs/common';
import type { ReceiptDocument } from '@novacore/shared/formats';
import { Catalogue } from '../../config/catalogue';
import { Prisma } from '../../database/prisma.service';
import { withRefunds } from '../store/apply-payment';
import { type DocumentedOrder, documentOf, queueReceipt } from '../store/receipts';

/** The title of the product, and the receipt document. */
export interface Sold {
  title: string;
  document: ReceiptDocument | null;
}

@Injectable()
export class Receipts {
  constructor(
    private readonly prisma: Prisma,
    private readonly catalogue: Catalogue,
  ) {}

  async describe<Found extends DocumentedOrder>(order: Found): Promise<Found & Sold> {
    const document = order.receiptNumber ? await documentOf(this.prisma, this.catalogue, order) : null;
    return { ...order, title: document?.lines[0]?.title ?? this.catalogue.titleOf(order), document };
  }

  /** Queues the receipt again. @returns false if there is no receipt, or no owner with an address */
  resend(id: string): Promise<boolean> {
    return this.prisma.$transaction(async (tx) => {
      const include = { owner: true, receiptDocument: true, payments: { include: withRefunds } } as const;
      const order = await tx.order.findUniqueOrThrow({ where: { id }, include });
      if (!order.receiptNumber || !order.owner?.email) return false;
      await queueReceipt(tx, this.catalogue, order);
      return true;
    });
  }
}
