import { Module } from '@nestjs/common';
import { PaymentProvider } from './provider/port';
import { Razorpay } from './provider/razorpay/razorpay';
import { OrderTransitions } from './store/order-transitions';
import { BooksAudit } from './work/books-audit';
import { Disputes } from './work/disputes';
import { MoneyComparer } from './work/money-comparison';
import { Reconciler } from './work/reconciler';
import { Refunds } from './work/refunds';
import { SettlementReports } from './work/settlement-reports';

const provider = { provide: PaymentProvider, useClass: Razorpay };
const core = [provider, BooksAudit, Disputes, MoneyComparer, OrderTransitions, Reconciler, Refunds, SettlementReports];

/** What the operator's command line needs, without the API: nothing runs by itself. */
@Module({ providers: core, exports: core })
export class PaymentsCoreModule {}
