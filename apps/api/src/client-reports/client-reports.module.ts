import { Module } from '@nestjs/common';
import { ClientReportsController } from './client-reports.controller.js';

/** What went wrong in a browser, for whoever is asked about it. */
@Module({ controllers: [ClientReportsController] })
export class ClientReportsModule {}
