import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { ServiceService } from './service.service';

@Controller()
export class ServiceController {
  constructor(private readonly service: ServiceService) {}

  @Operation('getConfig')
  getConfig() {
    return this.service.publicConfig();
  }

  @Operation('getHealth')
  getHealth() {
    return this.service.health();
  }

  @Operation('reportVitals')
  reportVitals(@In() input: Input<'reportVitals'>) {
    return this.service.noteVital(input.body);
  }
}
