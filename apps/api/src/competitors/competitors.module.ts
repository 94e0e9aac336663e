import { Module } from '@nestjs/common';
import { CarCodesController } from './car-codes.controller.js';
import { CategoriesController } from './categories.controller.js';
import { CompetitorsController } from './competitors.controller.js';
import { DriversController } from './drivers.controller.js';
import { ImportController } from './import/import.controller.js';
import { DriveController } from './drive.controller.js';
import { Drive } from './drive.js';
import { InvitationsController } from './invitations.controller.js';
import { SendingController } from './sending.controller.js';

/** Competitors, their cars and categories, and the tokens of their devices. */
@Module({
  controllers: [
    CarCodesController,
    CategoriesController,
    CompetitorsController,
    DriveController,
    DriversController,
    ImportController,
    InvitationsController,
    SendingController,
  ],
  providers: [Drive],
})
export class CompetitorsModule {}
