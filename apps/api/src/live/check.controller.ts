import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { CheckAnswer, CheckedRow, TestRow } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInPath } from '../access/resource-resolvers.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { checkRows } from '../views/checks.projection.js';
import { eventReads } from '../views/events.projection.js';
import { checkAnswer, fieldFound } from './field-check.js';
import { REACH, type Reach } from './reach.js';

/** The check of the cars before the start. */
@ApiTags('check')
@Controller('check')
export class CheckController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(REACH) private readonly reach: Reach,
    private readonly commands: CommandBus,
  ) {}

  @Get(':eventId')
  @Allow('check.read', eventInPath('eventId'))
  async read(@IdParam('eventId') eventId: number): Promise<CheckAnswer> {
    const { readModels, clock } = this.dependencies;
    const event = await eventReads(readModels).existing(eventId);
    return checkAnswer(this.dependencies, this.reach, event, clock.now());
  }

  /** What was found is judged here, by what the doors know now. */
  @Post(':eventId/checked')
  @HttpCode(200)
  @Allow('check.record', eventInPath('eventId'))
  async checked(@IdParam('eventId') eventId: number, @FromCaller() caller: Caller): Promise<CheckedRow> {
    const { clock } = this.dependencies;
    const what = await fieldFound(this.dependencies, this.reach, eventId, clock.now());
    await this.commands.execute(new CommandMessage('recordFieldCheck', { eventId, found: what }, caller));
    return found((await checkRows(this.dependencies, eventId)).checked);
  }

  @Post(':eventId/test')
  @HttpCode(200)
  @Allow('check.record', eventInPath('eventId'))
  async test(@IdParam('eventId') eventId: number, @FromCaller() caller: Caller): Promise<TestRow> {
    await this.commands.execute(new CommandMessage('sendTestFlag', { eventId }, caller));
    return found((await checkRows(this.dependencies, eventId)).test);
  }
}
