import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { BooksCoreModule } from '../books/books.module';
import { PasskeysModule } from '../passkeys/passkeys.module';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { DeskBooks } from './books/desk-books.service';
import { DeskCases } from './cases/desk-cases.service';
import { DeskController } from './desk.controller';
import { DeskToday } from './desk-today.service';
import { Figures } from './figures/figures';
import { DeskPasskey } from './http/desk-passkey.service';
import { AuditLog } from './log/audit-log';
import { DeskOrderLists } from './orders/desk-order-lists.service';
import { DeskOrders } from './orders/desk-orders.service';
import { DeskPeople } from './people/desk-people.service';

@Module({
  imports: [AccountModule, BooksCoreModule, PasskeysModule, PaymentsCoreModule],
  controllers: [DeskController],
  providers: [AuditLog, DeskBooks, DeskCases, DeskOrderLists, DeskOrders, DeskPasskey, DeskPeople, DeskToday, Figures],
  exports: [AuditLog, PaymentsCoreModule],
})
export class DeskModule {}
