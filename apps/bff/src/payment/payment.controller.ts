import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { PaymentService } from './payment.service';

@Controller()
export class PaymentController {
  constructor(private readonly payments: PaymentService) {}

  @Operation('verifyPayment')
  verifyPayment(@In() input: Input<'verifyPayment'>) {
    return this.payments.verify(input);
  }
}
