import { Module } from '@nestjs/common';
import { CircuitsController } from './circuits.controller.js';
import { MapSettingsController } from './map-settings.controller.js';
import { MapTilesController } from './map-tiles.controller.js';
import { CircuitRoutesController, EventMapsController, PoisController } from './routes.controller.js';
import { PolylinesController } from './polylines.controller.js';
import { SectorPicturesController, UploadSectorPictureController } from './sector-pictures.controller.js';
import { SectorsController } from './sectors.controller.js';
import { TracksController } from './tracks.controller.js';

/** Where races are run: circuits, tracks, points of interest, and the map beneath. */
@Module({
  controllers: [
    EventMapsController,
    CircuitsController,
    TracksController,
    CircuitRoutesController,
    PoisController,
    PolylinesController,
    SectorsController,
    SectorPicturesController,
    UploadSectorPictureController,
    MapSettingsController,
    MapTilesController,
  ],
})
export class VenuesModule {}
