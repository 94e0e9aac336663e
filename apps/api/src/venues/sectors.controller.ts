import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { sectorRequest, type SectorRow } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInBody, eventInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { sectorRow } from './route-answers.js';
import { createSector } from './routes.commands.js';
import { routeReads } from '../views/routes.projection.js';

class SectorBody extends createZodDto(sectorRequest) {}

/** A track has the id of its event. */
@ApiTags('sectors')
@Controller('sectors')
export class SectorsController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get('byTrack/:trackId')
  @Allow('events.read', eventInPath('trackId'))
  async ofTrack(@IdParam('trackId') trackId: number): Promise<SectorRow[]> {
    const { sectors } = await routeReads(this.dependencies.readModels).get(trackId);
    return sectors.map((sector) => sectorRow(trackId, sector));
  }

  @Post()
  @Allow(createSector.right, eventInBody(sectorRequest, (body) => body.TraId))
  create(@Body() body: SectorBody, @FromCaller() caller: Caller): Promise<SectorRow> {
    return this.commands.execute(new CommandMessage('createSector', body, caller));
  }
}
