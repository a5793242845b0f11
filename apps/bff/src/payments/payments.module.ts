import { Module } from '@nestjs/common';
import { Disputes } from './disputes';
import { OrderService } from './order.service';
import { OrderTransitions } from './order-transitions';
import { PaymentService } from './payment.service';
import { PaymentsController } from './payments.controller';
import { RazorpayGateway } from './razorpay.gateway';
import { Reconciler } from './reconciler';
import { ReconcilerScheduler } from './reconciler.scheduler';
import { Refunds } from './refunds';
import { WebhookService } from './webhook.service';

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
