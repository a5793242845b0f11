import { Module } from '@nestjs/common';
import { PaymentsController } from './api/payments.controller';
import { WebhookService } from './api/webhook.service';
import { PaymentsCoreModule } from './payments-core.module';
import { PaymentService } from './work/payment.service';
import { ReconcilerScheduler } from './work/reconciler.scheduler';

@Module({
  imports: [PaymentsCoreModule],
  controllers: [PaymentsController],
  providers: [PaymentService, WebhookService, ReconcilerScheduler],
})
export class PaymentsModule {}
