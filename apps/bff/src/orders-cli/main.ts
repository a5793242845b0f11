// `npm run orders -- list|show|refund|close-dispute|dismiss|reconcile|audit`: the operator's view of orders and payments.
import { Module } from '@nestjs/common';
import { AuditLog } from '../cli/audit-log';
import { runWith, start } from '../cli/command-line';
import { PaymentsCoreModule } from '../payments/payments.module';
import { OrderAdmin } from './order-admin';
import { program } from './program';
import { wordsFor } from './words';

@Module({ imports: [PaymentsCoreModule], providers: [AuditLog, OrderAdmin] })
class OrdersCliModule {}

start(program(runWith({ module: OrdersCliModule }, OrderAdmin)), wordsFor);
