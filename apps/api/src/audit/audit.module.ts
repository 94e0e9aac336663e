import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';

/** The log of events: who changed what, when, and after what. */
@Module({ controllers: [AuditController] })
export class AuditModule {}
