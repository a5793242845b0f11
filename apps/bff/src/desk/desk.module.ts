import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { BooksCoreModule } from '../books/books.module';
import { PasskeysModule } from '../passkeys/passkeys.module';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { AuditLog } from './audit-log';
import { DeskController } from './desk.controller';
import { DeskBooks } from './desk-books.service';
import { DeskCases } from './desk-cases.service';
import { DeskOrders } from './desk-orders.service';
import { DeskPasskey } from './desk-passkey.service';
import { DeskPeople } from './desk-people.service';
import { DeskToday } from './desk-today.service';
import { Figures } from './figures';

@Module({
  imports: [AccountModule, BooksCoreModule, PasskeysModule, PaymentsCoreModule],
  controllers: [DeskController],
  providers: [AuditLog, DeskBooks, DeskCases, DeskOrders, DeskPasskey, DeskPeople, DeskToday, Figures],
  exports: [AuditLog],
})
export class DeskModule {}
