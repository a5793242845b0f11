import { Module } from '@nestjs/common';
import { OrderModule } from '../order/order.module';
import { RazorpayModule } from '../payment/razorpay.module';
import { Reconciler } from './reconciler';
import { Refunds } from './refunds';

@Module({ imports: [OrderModule, RazorpayModule], providers: [Reconciler, Refunds], exports: [Reconciler, Refunds] })
export class ReconcilerModule {}
