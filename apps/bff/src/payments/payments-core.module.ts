import { Module } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { PaymentProvider } from './provider/port';
import { kindOf } from './provider/razorpay/entities';
import { Razorpay } from './provider/razorpay/razorpay';
import { OrderTransitions } from './store/order-transitions';
import { BooksAudit } from './work/books-audit';
import { Disputes } from './work/disputes';
import { MoneyComparer } from './work/money-comparison';
import { OrderService } from './work/order.service';
import { OrderLookup } from './work/order-lookup';
import { Receipts } from './work/receipts';
import { Reconciler } from './work/reconciler';
import { Refunds } from './work/refunds';
import { SettlementReports } from './work/settlement-reports';

const provider = { provide: PaymentProvider, useClass: Razorpay };
const lookup = {
  provide: OrderLookup,
  inject: [Prisma],
  useFactory: (prisma: Prisma) => new OrderLookup(prisma, kindOf),
};
const core = [
  provider,
  lookup,
  BooksAudit,
  Disputes,
  MoneyComparer,
  OrderService,
  OrderTransitions,
  Receipts,
  Reconciler,
  Refunds,
  SettlementReports,
];

/** Payment services for the API and the commands, without jobs. */
@Module({ providers: core, exports: core })
export class PaymentsCoreModule {}
