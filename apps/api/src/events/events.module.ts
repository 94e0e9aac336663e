import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';

/** Events: their data, times and places. */
@Module({ controllers: [EventsController] })
export class EventsModule {}
