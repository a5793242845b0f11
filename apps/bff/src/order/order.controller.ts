import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { OrderService } from './order.service';

@Controller()
export class OrderController {
  constructor(private readonly orders: OrderService) {}

  @Operation('createOrder')
  createOrder(@In() input: Input<'createOrder'>) {
    return this.orders.create(input.body);
  }

  @Operation('claimOrder')
  claimOrder(@In() input: Input<'claimOrder'>) {
    return this.orders.claim(input.path.id, input.caller.userId);
  }

  @Operation('getOrder')
  getOrder(@In() input: Input<'getOrder'>) {
    return this.orders.get(input.path.id, input.caller.userId);
  }

  @Operation('listOrders')
  listOrders(@In() input: Input<'listOrders'>) {
    return this.orders.list(input.query ?? {}, input.caller.userId);
  }
}
