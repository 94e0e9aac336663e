import { Module } from '@nestjs/common';
import { ClubsController } from './clubs.controller.js';
import { Clubs } from './clubs.bootstrap.js';
import { CountriesController } from './countries.controller.js';
import { KeepingController } from './keeping.controller.js';
import { SettingsController } from './settings.controller.js';
import { StatesController } from './states.controller.js';

/** The clubs that organise, their countries, the lists of states, and addresses for help. */
@Module({
  controllers: [
    ClubsController,
    KeepingController,
    CountriesController,
    StatesController,
    SettingsController,
  ],
  providers: [Clubs],
})
export class InstitutionsModule {}
