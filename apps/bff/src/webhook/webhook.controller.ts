import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { WebhookService } from './webhook.service';

@Controller()
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  @Operation('receivePaymentEvent')
  receivePaymentEvent(@In() input: Input<'receivePaymentEvent'>) {
    return this.webhooks.receive(input);
  }
}
