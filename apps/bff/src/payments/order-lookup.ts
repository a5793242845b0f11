import type { Prisma } from '../database/prisma.service';
import { kindOf } from './provider/razorpay/entities';
import { OrderLookup } from './work/order-lookup';

/** Apart from the module, which takes longer to load: commands that only read do without it. */
export const orderLookup = (prisma: Prisma) => new OrderLookup(prisma, kindOf);
