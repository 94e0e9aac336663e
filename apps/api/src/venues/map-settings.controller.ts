import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MapSettings } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { imageryAttribution } from '../config.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';

/** Imagery comes through this server (docs/decisions): browsers know no other. */
const TILES_PATH = '/api/mapTiles/{z}/{x}/{y}';

@ApiTags('map settings')
@Controller('mapSettings')
export class MapSettingsController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get()
  @Allow('map.settings')
  @ApiOperation({ summary: 'Where imagery comes from', security: [] })
  read(): MapSettings {
    const { config } = this.dependencies;
    return {
      tileUrl: config.TILE_URL === '' ? '' : TILES_PATH,
      nativeZoom: config.TILE_NATIVE_ZOOM,
      attribution: imageryAttribution(config),
    };
  }
}
