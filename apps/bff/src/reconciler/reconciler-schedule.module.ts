import { Module } from '@nestjs/common';
import { ReconcilerModule } from './reconciler.module';
import { ReconcilerSchedule } from './reconciler-schedule';

/** The reconciler, running by itself. */
@Module({ imports: [ReconcilerModule], providers: [ReconcilerSchedule], exports: [ReconcilerSchedule] })
export class ReconcilerScheduleModule {}
