import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  circuitRouteRequest,
  eventMapRequest,
  poisRequest,
  stagesRequest,
  type Actor,
  type CircuitRouteAnswer,
  type CircuitRouteRow,
  type EventMapAnswer,
  type PoisAnswer,
  type StageRow,
  type TrackAnswer,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { Allow, clubScope } from '../access/allow.js';
import { eventInBody, eventInPath, poiInPath, readableCircuitInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { eventReads } from '../views/events.projection.js';
import { found } from '../http/found.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { poisAnswer, routeAnswer, stageRows } from './route-answers.js';
import { deletePoi, drawRoute, saveMap, savePois, saveStages } from './routes.commands.js';
import { trackRows } from './track-answers.js';
import { deleteTrack } from './tracks.commands.js';
import { circuitReads } from '../views/circuits.projection.js';
import { routeReads } from '../views/routes.projection.js';
import { trackReads } from '../views/tracks.projection.js';

class CircuitRouteBody extends createZodDto(circuitRouteRequest) {}
class PoisBody extends createZodDto(poisRequest) {}
class StagesBody extends createZodDto(stagesRequest) {}
class EventMapBody extends createZodDto(eventMapRequest) {}

@ApiTags('circuit routes')
@Controller('circuitRoutes')
export class CircuitRoutesController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get(':eventId')
  @Allow('events.read', eventInPath('eventId'))
  async one(@IdParam('eventId') eventId: number): Promise<CircuitRouteAnswer> {
    const { readModels, clock } = this.dependencies;
    const event = found(await eventReads(readModels).get(eventId));
    return routeAnswer(this.dependencies, event, await routeReads(readModels).get(eventId), clock.now());
  }

  /** Of a circuit that others made visible, none: their tracks are their own. */
  @Get('circuit/:id')
  @Allow('events.read', readableCircuitInPath())
  async ofCircuit(@IdParam('id') circuitId: number, @SignedIn() actor: Actor): Promise<CircuitRouteRow[]> {
    const { readModels } = this.dependencies;
    const { clubId } = found(await circuitReads(readModels).get(circuitId));
    const scope = clubScope(actor);
    if (scope !== null && scope !== clubId) return [];
    const rows = await trackRows(this.dependencies, await trackReads(readModels).list(clubId));
    return rows
      .filter(({ CircuitId }) => CircuitId === circuitId)
      .map(({ traId, Name, EventName }) => ({ id: traId, name: Name, eventId: traId, eventName: EventName }));
  }

  @Post()
  @HttpCode(200)
  @Allow(drawRoute.right, eventInBody(circuitRouteRequest, (body) => body.eventId))
  create(@Body() body: CircuitRouteBody, @FromCaller() caller: Caller): Promise<CircuitRouteAnswer> {
    return this.commands.execute(new CommandMessage('drawRoute', body, caller));
  }

  /** The same as POST: fields left out are unchanged. */
  @Put()
  @Allow(drawRoute.right, eventInBody(circuitRouteRequest, (body) => body.eventId))
  edit(@Body() body: CircuitRouteBody, @FromCaller() caller: Caller): Promise<CircuitRouteAnswer> {
    return this.commands.execute(new CommandMessage('drawRoute', body, caller));
  }

  /** An event has one route, under its own id. */
  @Delete(':eventId/:id')
  @Allow(deleteTrack.right, eventInPath('eventId'))
  remove(
    @IdParam('eventId') eventId: number,
    @IdParam('id') routeId: number,
    @FromCaller() caller: Caller,
  ): Promise<TrackAnswer> {
    if (routeId !== eventId) refuse('track.missing', 'missing');
    return this.commands.execute(new CommandMessage('deleteTrack', { eventId }, caller));
  }
}

/** The map of an event, under the names that calls of events have. */
@ApiTags('event maps')
@Controller('events')
export class EventMapsController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get('interestPoints/:id')
  @Allow('events.read', eventInPath())
  async pois(@IdParam('id') eventId: number): Promise<PoisAnswer> {
    return poisAnswer(await routeReads(this.dependencies.readModels).get(eventId));
  }

  @Get('specialstages/:id')
  @Allow('events.read', eventInPath())
  async stages(@IdParam('id') eventId: number): Promise<StageRow[]> {
    return stageRows((await routeReads(this.dependencies.readModels).get(eventId)).stages);
  }

  @Post('specialstages')
  @HttpCode(200)
  @Allow(saveStages.right, eventInBody(stagesRequest, (body) => body.eventId))
  saveStages(@Body() body: StagesBody, @FromCaller() caller: Caller): Promise<StageRow[]> {
    return this.commands.execute(new CommandMessage('saveStages', body, caller));
  }

  @Post('map')
  @HttpCode(200)
  @Allow(saveMap.right, eventInBody(eventMapRequest, (body) => body.eventId))
  saveMap(@Body() body: EventMapBody, @FromCaller() caller: Caller): Promise<EventMapAnswer> {
    return this.commands.execute(new CommandMessage('saveMap', body, caller));
  }
}

@ApiTags('points of interest')
@Controller('interestpoints')
export class PoisController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get(':eventId')
  @Allow('events.read', eventInPath('eventId'))
  async list(@IdParam('eventId') eventId: number): Promise<PoisAnswer> {
    return poisAnswer(await routeReads(this.dependencies.readModels).get(eventId));
  }

  @Post()
  @HttpCode(200)
  @Allow(savePois.right, eventInBody(poisRequest, (body) => body.eventId))
  save(@Body() body: PoisBody, @FromCaller() caller: Caller): Promise<PoisAnswer> {
    return this.commands.execute(new CommandMessage('savePois', body, caller));
  }

  @Delete(':id')
  @Allow(deletePoi.right, poiInPath())
  remove(@IdParam('id') poiId: number, @FromCaller() caller: Caller): Promise<PoisAnswer> {
    return this.commands.execute(new CommandMessage('deletePoi', { poiId }, caller));
  }
}
