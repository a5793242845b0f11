import { Module } from '@nestjs/common';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { BooksAudit } from '../payments/work/books-audit';
import { Disputes } from '../payments/work/disputes';
import { Reconciler } from '../payments/work/reconciler';
import { Refunds } from '../payments/work/refunds';

/** What commands need that ask the payment provider. Imported by these only: it takes longer to load than the rest. */
@Module({ imports: [PaymentsCoreModule] })
export class PaymentWork {
  constructor(
    readonly refunds: Refunds,
    readonly reconciler: Reconciler,
    readonly disputes: Disputes,
    readonly audits: BooksAudit,
  ) {}
}
