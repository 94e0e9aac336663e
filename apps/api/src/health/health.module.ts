import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/** How this program is, for whoever runs it. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
