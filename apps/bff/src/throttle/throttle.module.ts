import { Module } from '@nestjs/common';
import { Limiters } from './limiters';

@Module({ providers: [Limiters], exports: [Limiters] })
export class ThrottleModule {}
