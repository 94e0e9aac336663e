import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/** Health of this process, for operators. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
