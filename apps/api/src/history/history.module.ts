import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.js';

/** What happened: positions as they were received. */
@Module({ controllers: [HistoryController] })
export class HistoryModule {}
