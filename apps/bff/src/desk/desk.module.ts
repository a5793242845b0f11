import { Module, type Type } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { BooksCoreModule } from '../books/books.module';
import { Config } from '../config/config';
import { Prisma } from '../database/prisma.service';
import { PasskeysModule } from '../passkeys/passkeys.module';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { DeskController } from './desk.controller';
import { DeskBooks } from './desk-books.service';
import { DeskOrders } from './desk-orders.service';
import { DeskPasskey } from './desk-passkey.service';
import { DeskPeople } from './desk-people.service';
import { DeskToday } from './desk-today.service';
import { Figures } from './figures';
import { OrderAdmin } from './order-admin';
import { PaymentWork } from './payment-work';
import { PeopleAdmin } from './people-admin';

/** The commands' use cases, with services that run here already. */
const admins = [
  PaymentWork,
  {
    provide: OrderAdmin,
    inject: [Config, Prisma, PaymentWork],
    useFactory: (config: Config, prisma: Prisma, work: PaymentWork) =>
      new OrderAdmin({ config, prisma, start: async <Work>(_: Type<Work>) => work as Work }),
  },
  {
    provide: PeopleAdmin,
    inject: [Config, Prisma],
    useFactory: (config: Config, prisma: Prisma) =>
      new PeopleAdmin({
        config,
        prisma,
        start: () => Promise.reject(new Error('the desk neither exports nor deletes')),
      }),
  },
];

@Module({
  imports: [AccountModule, BooksCoreModule, PasskeysModule, PaymentsCoreModule],
  controllers: [DeskController],
  providers: [...admins, DeskBooks, DeskOrders, DeskPasskey, DeskPeople, DeskToday, Figures],
})
export class DeskModule {}
