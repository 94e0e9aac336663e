import { Body, Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { sectorRequest, type Actor, type SectorAnswer, type SectorRow } from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { eventInBody, eventInPath, sectorInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { found } from '../http/found.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { sectorRow } from './route-answers.js';
import { routeReads } from '../views/routes.projection.js';
import { trackReads } from '../views/tracks.projection.js';
import { changeSector, createSector, deleteSector } from './sectors.commands.js';

class SectorBody extends createZodDto(sectorRequest) {}

/** A track has the id of its event. */
@ApiTags('sectors')
@Controller('sectors')
export class SectorsController {
  private readonly routes;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {
    this.routes = routeReads(dependencies.readModels);
  }

  @Get()
  @Allow('events.read', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<SectorRow[]> {
    const tracks = await trackReads(this.dependencies.readModels).list(clubScope(actor));
    return (await this.routes.sectorsOf(tracks.map(({ eventId }) => eventId))).map(sectorRow);
  }

  @Get('byTrack/:trackId')
  @Allow('events.read', eventInPath('trackId'))
  async ofTrack(@IdParam('trackId') trackId: number): Promise<SectorRow[]> {
    return (await this.routes.sectorsOf([trackId])).map(sectorRow);
  }

  @Get(':id')
  @Allow('events.read', sectorInPath())
  async one(@IdParam('id') sectorId: number): Promise<SectorRow> {
    return sectorRow(found(await this.routes.sector(sectorId)));
  }

  @Post()
  @Allow(createSector.right, eventInBody(sectorRequest, (body) => body.TraId))
  create(@Body() body: SectorBody, @FromCaller() caller: Caller): Promise<SectorRow> {
    return this.commands.execute(new CommandMessage('createSector', body, caller));
  }

  @Put(':id')
  @Allow(changeSector.right, sectorInPath())
  async edit(
    @IdParam('id') sectorId: number,
    @Body() sector: SectorBody,
    @FromCaller() caller: Caller,
  ): Promise<SectorRow> {
    // A sector stays on its track: on another one it is not found.
    const { eventId } = found(await this.routes.sector(sectorId));
    found(sector.TraId === eventId ? sector : null);
    return this.commands.execute(new CommandMessage('changeSector', { sectorId, sector }, caller));
  }

  @Delete(':id')
  @Allow(deleteSector.right, sectorInPath())
  async remove(@IdParam('id') sectorId: number, @FromCaller() caller: Caller): Promise<SectorAnswer> {
    const { eventId } = found(await this.routes.sector(sectorId));
    return this.commands.execute(new CommandMessage('deleteSector', { sectorId, eventId }, caller));
  }
}
