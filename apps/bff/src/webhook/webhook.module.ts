import { Module } from '@nestjs/common';
import { OrderModule } from '../order/order.module';
import { RazorpayModule } from '../payment/razorpay.module';
import { ReconcilerScheduleModule } from '../reconciler/reconciler-schedule.module';
import { WebhookController } from './webhook.controller';
import { WebhookService } from './webhook.service';

@Module({
  imports: [OrderModule, RazorpayModule, ReconcilerScheduleModule],
  controllers: [WebhookController],
  providers: [WebhookService],
})
export class WebhookModule {}
