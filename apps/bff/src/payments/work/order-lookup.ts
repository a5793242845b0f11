import type { Prisma } from '../../database/prisma.service';
import { Refusal } from '../../problem/problem';
import type { IdKind } from '../provider/port';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds an order by any id. The form of the id tells the table, so that we query only one index. */
export class OrderLookup {
  constructor(
    private readonly prisma: Prisma,
    private readonly kindOf: (id: string) => IdKind | undefined,
  ) {}

  /**
   * @param id order id (ours or Razorpay's), merchant reference, receipt number, or id of a payment, refund or dispute
   * @returns our id. @throws Refusal `order_unknown`
   */
  async find(id: string): Promise<string> {
    const found = await this.known(id);
    if (!found) throw new Refusal('order_unknown', { id });
    return found;
  }

  /** As `find`, but undefined if no order has the id. */
  async known(id: string): Promise<string | undefined> {
    const { order, payment, refund, dispute } = this.prisma;
    switch (this.kindOf(id)) {
      case 'order':
        return (await order.findUnique({ where: { providerOrderId: id } }))?.id;
      case 'payment':
        return (await payment.findUnique({ where: { id } }))?.orderId;
      case 'refund':
        return (await refund.findUnique({ where: { providerId: id }, include: { payment: true } }))?.payment.orderId;
      case 'dispute':
        return (await dispute.findUnique({ where: { id } }))?.orderId;
      default:
        if (uuid.test(id)) return (await order.findUnique({ where: { id: id.toLowerCase() } }))?.id;
        // People type both cases. Merchant references are lower case, receipt numbers upper case.
        if (id.includes('/')) return (await order.findUnique({ where: { receiptNumber: id.toUpperCase() } }))?.id;
        return (await order.findUnique({ where: { receipt: id.toLowerCase() } }))?.id;
    }
  }
}
