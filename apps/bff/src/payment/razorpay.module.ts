import { Module } from '@nestjs/common';
import { RazorpayGateway } from './razorpay.gateway';

@Module({ providers: [RazorpayGateway], exports: [RazorpayGateway] })
export class RazorpayModule {}
