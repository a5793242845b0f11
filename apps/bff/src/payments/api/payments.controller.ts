import { Controller } from '@nestjs/common';
import { In, Operation } from '../../contract/operation';
import type { Input } from '../../contract/types';
import { OrderService } from '../work/order.service';
import { PaymentService } from '../work/payment.service';
import { returnFromCheckout } from './checkout-return';
import { toCheckoutResult, toOrderPage, toPayerOrder, toVerification } from './replies';
import { WebhookService } from './webhook.service';

@Controller()
export class PaymentsController {
  constructor(
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly webhooks: WebhookService,
  ) {}

  @Operation('createOrder')
  createOrder(@In() input: Input<'createOrder'>) {
    return this.orders.createOrder(input.body);
  }

  @Operation('claimOrder')
  claimOrder(@In() input: Input<'claimOrder'>) {
    return this.orders.claimOrder(input.path.id, input.caller.userId).then(toPayerOrder);
  }

  @Operation('getOrder')
  getOrder(@In() input: Input<'getOrder'>) {
    return this.orders.getOrder(input.path.id, input.caller.userId).then(toPayerOrder);
  }

  @Operation('checkOrder')
  checkOrder(@In() input: Input<'checkOrder'>) {
    return this.payments.checkOrder(input.path.id, input.caller.userId).then(toPayerOrder);
  }

  @Operation('listOrders')
  listOrders(@In() input: Input<'listOrders'>) {
    return this.orders.listOrders(input.query ?? {}, input.caller.userId).then(toOrderPage);
  }

  @Operation('verifyPayment')
  verifyPayment(@In() input: Input<'verifyPayment'>) {
    const { body, caller } = input;
    return this.payments.verifyPayment(toCheckoutResult(body), 'verifyPayment', caller.userId).then(toVerification);
  }

  @Operation('returnFromCheckout')
  returnFromCheckout(@In() input: Input<'returnFromCheckout'>) {
    return returnFromCheckout(input.body, this.payments);
  }

  @Operation('receivePaymentEvent')
  receivePaymentEvent(@In() input: Input<'receivePaymentEvent'>) {
    return this.webhooks.receivePaymentEvent(input);
  }
}
