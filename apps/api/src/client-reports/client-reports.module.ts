import { Module } from '@nestjs/common';
import { ClientReportsController } from './client-reports.controller.js';

/** Writes errors of browsers to the server's log, for support. */
@Module({ controllers: [ClientReportsController] })
export class ClientReportsModule {}
