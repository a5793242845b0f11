import { Controller } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { SystemService } from './system.service';

@Controller()
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Operation('getConfig')
  getConfig() {
    return this.system.publicConfig();
  }

  @Operation('getHealth')
  getHealth() {
    return this.system.health();
  }

  @Operation('getLiveness')
  getLiveness() {
    return this.system.liveness();
  }

  @Operation('getReadiness')
  getReadiness() {
    return this.system.readiness();
  }

  @Operation('reportVitals')
  reportVitals(@In() input: Input<'reportVitals'>) {
    return this.system.noteVital(input.body);
  }
}
