import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MapSettings } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { PARTS, type ApiParts } from '../parts.js';

/** Imagery comes through this server (docs/decisions): browsers know no other. */
const TILES_PATH = '/api/mapTiles/{z}/{x}/{y}';

@ApiTags('map settings')
@Controller('mapSettings')
export class MapSettingsController {
  constructor(@Inject(PARTS) private readonly parts: ApiParts) {}

  @Get()
  @Allow('map.settings')
  @ApiOperation({ summary: 'Where imagery comes from', security: [] })
  read(): MapSettings {
    const { TILE_URL, TILE_NATIVE_ZOOM, TILE_ATTRIBUTION } = this.parts.config;
    return {
      tileUrl: TILE_URL === '' ? '' : TILES_PATH,
      nativeZoom: TILE_NATIVE_ZOOM,
      attribution: TILE_ATTRIBUTION,
    };
  }
}
