import { Module } from '@nestjs/common';
import { ClubsController } from './clubs.controller.js';
import { Clubs } from './clubs.js';
import { CountriesController } from './countries.controller.js';
import { SettingsController } from './settings.controller.js';

/** The clubs that organise, the countries they are in, and where they find help. */
@Module({
  controllers: [ClubsController, CountriesController, SettingsController],
  providers: [Clubs],
})
export class InstitutionsModule {}
