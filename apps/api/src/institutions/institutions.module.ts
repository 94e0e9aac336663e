import { Module } from '@nestjs/common';
import { ClubsController } from './clubs.controller.js';
import { Clubs } from './clubs.bootstrap.js';
import { CountriesController } from './countries.controller.js';
import { SettingsController } from './settings.controller.js';
import { StatesController } from './states.controller.js';

/** The clubs that organise, the countries they are in, the lists of states, and where they find help. */
@Module({
  controllers: [ClubsController, CountriesController, StatesController, SettingsController],
  providers: [Clubs],
})
export class InstitutionsModule {}
