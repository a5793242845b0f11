import { Module } from '@nestjs/common';
import { OrderModule } from '../order/order.module';
import { ReconcilerScheduleModule } from '../reconciler/reconciler-schedule.module';
import { PaymentController } from './payment.controller';
import { PaymentService } from './payment.service';
import { RazorpayModule } from './razorpay.module';

@Module({
  imports: [OrderModule, RazorpayModule, ReconcilerScheduleModule],
  controllers: [PaymentController],
  providers: [PaymentService],
})
export class PaymentModule {}
