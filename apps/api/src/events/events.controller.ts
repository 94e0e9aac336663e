import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  Inject,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import {
  copyRequest,
  EVENT_SORTS,
  EVENT_TABS,
  eventRequest,
  eventsQuery,
  LIMITS,
  postponeRequest,
  type Actor,
  type CategoryOption,
  type CopyAnswer,
  type EventAnswer,
  type EventDetail,
  type EventRow,
  type DeletedEventAnswer,
  type ReadyAnswer,
  TOTAL_COUNT_HEADER,
} from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInBody, clubInPath, eventInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { eventDetail, eventRows } from './event-answers.js';
import { copyEvent } from './copy-event.command.js';
import { createEvent, deleteEvent, editEvent, postponeEvent, publishEvent } from './events.commands.js';
import { readyAnswer } from './preparations.js';
import { categoryOptions } from '../views/categories.projection.js';
import { eventPage } from '../views/event-list.js';
import { eventReads } from '../views/events.projection.js';
import { parseBody } from '../http/validation-error.js';

class EventBody extends createZodDto(eventRequest) {}
class CopyBody extends createZodDto(copyRequest) {}
class PostponeBody extends createZodDto(postponeRequest) {}

/** The parameters of `eventsQuery`: zod does not describe the input of transforms. */
const EventsQuery = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'tab', required: false, schema: { type: 'string', enum: [...EVENT_TABS] } }),
    ApiQuery({ name: 'search', required: false, schema: { type: 'string', maxLength: LIMITS.search } }),
    ApiQuery({ name: 'sort', required: false, schema: { type: 'string', enum: [...EVENT_SORTS] } }),
    ApiQuery({ name: 'order', required: false, schema: { type: 'string', enum: ['asc', 'desc'] } }),
    ApiQuery({
      name: 'first',
      required: false,
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
    }),
    ApiQuery({ name: 'rows', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } }),
  );

@ApiTags('events')
@Controller('events')
export class EventsController {
  private readonly events;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {
    this.events = eventReads(dependencies.readModels);
  }

  @Get()
  @Allow('events.read', SCOPED_BY_QUERY)
  @EventsQuery()
  list(
    @SignedIn() actor: Actor,
    @Query() query: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventRow[]> {
    return this.page(clubScope(actor), query, response);
  }

  @Get('byClub/:id')
  @Allow('events.read', clubInPath())
  @EventsQuery()
  byClub(
    @IdParam('id') clubId: number,
    @Query() query: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventRow[]> {
    return this.page(clubId, query, response);
  }

  @Get('categories/:id')
  @Allow('events.read', eventInPath())
  async categories(@IdParam('id') eventId: number): Promise<CategoryOption[]> {
    return categoryOptions(this.dependencies.readModels, found(await this.events.get(eventId)));
  }

  @Get('ready/:id')
  @Allow('events.read', eventInPath())
  async ready(@IdParam('id') eventId: number): Promise<ReadyAnswer> {
    return readyAnswer(
      this.dependencies,
      found(await this.events.get(eventId)),
      this.dependencies.clock.now(),
    );
  }

  /** The same as without its club: both have it. */
  @Get('withClub/:id')
  @Allow('events.read', eventInPath())
  withClub(@IdParam('id') eventId: number): Promise<EventDetail> {
    return this.one(eventId);
  }

  @Get(':id')
  @Allow('events.read', eventInPath())
  async one(@IdParam('id') eventId: number): Promise<EventDetail> {
    return eventDetail(
      this.dependencies,
      found(await this.events.get(eventId)),
      this.dependencies.clock.now(),
    );
  }

  @Post()
  @Allow(createEvent.right, clubInBody(eventRequest, 'CluId', (body) => body.CluId))
  create(@Body() body: EventBody, @FromCaller() caller: Caller): Promise<EventAnswer> {
    return this.commands.execute(new CommandMessage('createEvent', body, caller));
  }

  @Post('copy/:id')
  @Allow(copyEvent.right, eventInPath())
  copy(
    @IdParam('id') eventId: number,
    @Body() body: CopyBody,
    @FromCaller() caller: Caller,
  ): Promise<CopyAnswer> {
    return this.commands.execute(new CommandMessage('copyEvent', { eventId, copy: body }, caller));
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

  @Delete(':id')
  @Allow(deleteEvent.right, eventInPath())
  delete(@IdParam('id') eventId: number, @FromCaller() caller: Caller): Promise<DeletedEventAnswer> {
    return this.commands.execute(new CommandMessage('deleteEvent', { eventId }, caller));
  }

  private async page(clubId: number | null, query: unknown, response: Response): Promise<EventRow[]> {
    const now = this.dependencies.clock.now();
    const asked = parseBody(eventsQuery, query);
    const { eventIds, total } = await eventPage(this.dependencies.readModels, clubId, asked, now);
    response.setHeader(TOTAL_COUNT_HEADER, total);
    return eventRows(this.dependencies, await this.events.getMany(eventIds), now);
  }
}
