import { Body, Controller, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  circuitRouteRequest,
  poisRequest,
  type CircuitRouteAnswer,
  type PoisAnswer,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInBody, eventInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { eventReads } from '../views/events.projection.js';
import { found } from '../http/found.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { poisAnswer, routeAnswer } from './route-answers.js';
import { drawRoute, savePois } from './routes.commands.js';
import { routeReads } from '../views/routes.projection.js';

class CircuitRouteBody extends createZodDto(circuitRouteRequest) {}
class PoisBody extends createZodDto(poisRequest) {}

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
    return routeAnswer(event, await routeReads(readModels).get(eventId), clock.now());
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
}

/** Under the name that calls of events have. */
@ApiTags('points of interest')
@Controller('events/interestPoints')
export class EventPoisController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get(':id')
  @Allow('events.read', eventInPath())
  async list(@IdParam('id') eventId: number): Promise<PoisAnswer> {
    return poisAnswer(await routeReads(this.dependencies.readModels).get(eventId));
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
}
