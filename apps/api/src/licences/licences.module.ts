import { Module } from '@nestjs/common';
import { LicencesController } from './licences.controller.js';
import { Licences } from './licences.bootstrap.js';

/** How many competitors an institution may authorise, and for which period. */
@Module({ controllers: [LicencesController], providers: [Licences] })
export class LicencesModule {}
