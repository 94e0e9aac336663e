import { Body, Controller, Get, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  eventRequest,
  postponeRequest,
  type Actor,
  type CategoryOption,
  type EventAnswer,
  type EventDetail,
  type EventRow,
  type LiveNowItem,
} from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInBody, clubInPath, eventInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdOrZeroParam, IdParam } from '../http/params.js';
import { PARTS, type ApiParts } from '../parts.js';
import { eventDetail, eventRows, liveNowItems } from './event-answers.js';
import { createEvent, editEvent, postponeEvent, publishEvent } from './events.commands.js';
import { categoryOptions } from '../views/categories.projection.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';

class EventBody extends createZodDto(eventRequest) {}
class PostponeBody extends createZodDto(postponeRequest) {}

@ApiTags('events')
@Controller('events')
export class EventsController {
  private readonly events;

  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
  ) {
    this.events = eventReads(parts.readModels);
  }

  @Get()
  @Allow('events.read', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<EventRow[]> {
    return this.rows(await this.events.list(clubScope(actor)));
  }

  @Get('byClub/:id')
  @Allow('events.read', clubInPath())
  async byClub(@IdParam('id') clubId: number): Promise<EventRow[]> {
    return this.rows(await this.events.list(clubId));
  }

  /** Of club 0: of every club. */
  @Get('liveNow/:clubId')
  @Allow('events.read', clubInPath('clubId'))
  async liveNow(@IdOrZeroParam('clubId') clubId: number): Promise<LiveNowItem[]> {
    const events = await this.events.live(clubId === 0 ? null : clubId, this.parts.clock.now());
    return liveNowItems(this.parts.readModels, events);
  }

  @Get('categories/:id')
  @Allow('events.read', eventInPath())
  async categories(@IdParam('id') eventId: number): Promise<CategoryOption[]> {
    return categoryOptions(this.parts.readModels, found(await this.events.get(eventId)));
  }

  @Get(':id')
  @Allow('events.read', eventInPath())
  async one(@IdParam('id') eventId: number): Promise<EventDetail> {
    return eventDetail(this.parts.readModels, found(await this.events.get(eventId)), this.parts.clock.now());
  }

  @Post()
  @Allow(createEvent.right, clubInBody(eventRequest, 'CluId', (body) => body.CluId))
  create(@Body() body: EventBody, @FromCaller() caller: Caller): Promise<EventAnswer> {
    return this.commands.execute(new CommandMessage('createEvent', body, caller));
  }

  @Put('publish/:id')
  @Allow(publishEvent.right, eventInPath())
  publish(@IdParam('id') eventId: number, @FromCaller() caller: Caller): Promise<EventAnswer> {
    return this.commands.execute(new CommandMessage('publishEvent', { eventId }, caller));
  }

  @Put('postpone/:id')
  @Allow(postponeEvent.right, eventInPath())
  postpone(
    @IdParam('id') eventId: number,
    @Body() body: PostponeBody,
    @FromCaller() caller: Caller,
  ): Promise<EventAnswer> {
    return this.commands.execute(new CommandMessage('postponeEvent', { eventId, to: body }, caller));
  }

  @Put(':id')
  @Allow(editEvent.right, eventInPath())
  edit(
    @IdParam('id') eventId: number,
    @Body() body: EventBody,
    @FromCaller() caller: Caller,
  ): Promise<EventAnswer> {
    return this.commands.execute(new CommandMessage('editEvent', { eventId, event: body }, caller));
  }

  private rows(events: readonly EventDocument[]): Promise<EventRow[]> {
    return eventRows(this.parts, events, this.parts.clock.now());
  }
}
