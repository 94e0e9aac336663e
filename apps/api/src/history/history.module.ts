import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.js';
import { ReplayController } from './replay/replay.controller.js';

/** Past positions, and races as they were. */
@Module({ controllers: [HistoryController, ReplayController] })
export class HistoryModule {}
