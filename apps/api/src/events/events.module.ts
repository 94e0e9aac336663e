import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';

/** Events: what is organised, when and where. */
@Module({ controllers: [EventsController] })
export class EventsModule {}
