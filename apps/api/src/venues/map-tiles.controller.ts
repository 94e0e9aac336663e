import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { refuse } from '@flagpost/domain';
import { Allow } from '../access/allow.js';
import { IdOrZeroParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { createImagery, type Imagery } from './imagery.js';

/** Pictures of the ground do not change in a day; if there is none, the map retries after a while. */
const CACHED = { picture: 'public, max-age=86400', nothing: 'public, max-age=30' } as const;

@ApiTags('map settings')
@Controller('mapTiles')
export class MapTilesController {
  private readonly imagery: Imagery;
  private readonly nativeZoom: number;

  constructor(@Inject(DEPENDENCIES) dependencies: ApiDependencies) {
    this.imagery = createImagery(dependencies.config.TILE_URL, dependencies);
    this.nativeZoom = dependencies.config.TILE_NATIVE_ZOOM;
  }

  /** A picture, or 204: imagery that cannot be had is no error of the race. */
  @Get(':z/:x/:y')
  @Allow('map.tiles')
  @ApiOperation({ summary: 'A tile of the imagery', security: [] })
  @ApiOkResponse({ content: { 'image/*': {} } })
  @ApiNoContentResponse()
  async read(
    @IdOrZeroParam('z') z: number,
    @IdOrZeroParam('x') x: number,
    @IdOrZeroParam('y') y: number,
    @Res() response: Response,
  ): Promise<void> {
    if (z > this.nativeZoom || x >= 2 ** z || y >= 2 ** z) refuse('notFound');
    const tile = await this.imagery.tile({ z, x, y });
    if (tile === null) response.status(204).set('Cache-Control', CACHED.nothing).end();
    else response.type(tile.type).set('Cache-Control', CACHED.picture).end(tile.bytes);
  }
}
