import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.js';

/** Past positions. */
@Module({ controllers: [HistoryController] })
export class HistoryModule {}
