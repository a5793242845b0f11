import { Module } from '@nestjs/common';
import { RazorpayModule } from '../payment/razorpay.module';
import { OrderController } from './order.controller';
import { OrderService } from './order.service';
import { OrderLedger } from './order-ledger';
import { OrderLog } from './order-log';
import { ProviderOrders } from './provider-orders';

@Module({
  imports: [RazorpayModule],
  controllers: [OrderController],
  providers: [OrderService, OrderLedger, OrderLog, ProviderOrders],
  exports: [OrderService, OrderLedger, ProviderOrders],
})
export class OrderModule {}
