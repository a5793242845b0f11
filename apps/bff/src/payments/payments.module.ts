import { Module } from '@nestjs/common';
import { PaymentsController } from './api/payments.controller';
import { WebhookService } from './api/webhook.service';
import { PaymentProvider } from './provider/port';
import { Razorpay } from './provider/razorpay/razorpay';
import { OrderTransitions } from './store/order-transitions';
import { BooksAudit } from './work/books-audit';
import { Disputes } from './work/disputes';
import { MoneyComparer } from './work/money-comparison';
import { OrderService } from './work/order.service';
import { OrderLookup } from './work/order-lookup';
import { PaymentService } from './work/payment.service';
import { Reconciler } from './work/reconciler';
import { ReconcilerScheduler } from './work/reconciler.scheduler';
import { Refunds } from './work/refunds';

const provider = { provide: PaymentProvider, useClass: Razorpay };
const core = [provider, BooksAudit, Disputes, MoneyComparer, OrderLookup, OrderTransitions, Reconciler, Refunds];

/** What the operator's command line needs: nothing runs by itself. */
@Module({ providers: core, exports: core })
export class PaymentsCoreModule {}

/** The API of orders, payments and events, and the reconciler on its schedule. */
@Module({
  imports: [PaymentsCoreModule],
  controllers: [PaymentsController],
  providers: [OrderService, PaymentService, WebhookService, ReconcilerScheduler],
})
export class PaymentsModule {}
