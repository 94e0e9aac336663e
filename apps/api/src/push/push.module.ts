import { Module } from '@nestjs/common';
import { SubscriptionsController } from './subscriptions.controller.js';

/** Tells staff of their events while no page is open, by push messages of their browsers. */
@Module({ controllers: [SubscriptionsController] })
export class PushModule {}
