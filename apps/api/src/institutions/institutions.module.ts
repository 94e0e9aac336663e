import { Module } from '@nestjs/common';
import { ClubsController, MyClubController } from './clubs.controller.js';
import { Clubs } from './clubs.js';
import { CountriesController } from './countries.controller.js';

/** The clubs that organise, and the countries they are in. */
@Module({ controllers: [ClubsController, MyClubController, CountriesController], providers: [Clubs] })
export class InstitutionsModule {}
