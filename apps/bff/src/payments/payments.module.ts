import { Module } from '@nestjs/common';
import { PaymentsController } from './api/payments.controller';
import { WebhookService } from './api/webhook.service';
import { RazorpayGateway } from './provider/razorpay/gateway';
import { Disputes } from './store/disputes';
import { OrderTransitions } from './store/order-transitions';
import { OrderService } from './work/order.service';
import { PaymentService } from './work/payment.service';
import { Reconciler } from './work/reconciler';
import { ReconcilerScheduler } from './work/reconciler.scheduler';
import { Refunds } from './work/refunds';

const core = [Disputes, RazorpayGateway, OrderTransitions, Refunds, Reconciler];

/** What the operator's command line needs: nothing runs by itself. */
@Module({ providers: core, exports: core })
export class PaymentsCoreModule {}

/** The API of orders, payments and events, and the reconciler on its schedule. */
@Module({
  imports: [PaymentsCoreModule],
  controllers: [PaymentsController],
  providers: [OrderService, PaymentService, WebhookService, ReconcilerScheduler],
  exports: [ReconcilerScheduler],
})
export class PaymentsModule {}
