import { Body, Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { timerRequest, type TimerRemovedAnswer, type TimerRow, type TimersAnswer } from '@flagpost/contracts';
import { Allow, type SubjectOf } from '../access/allow.js';
import { eventInBody, eventInPath, ofEvent } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { idText, parseField } from '../http/validation-error.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import {
  createTimer,
  pauseTimer,
  removeTimer,
  resumeTimer,
  startTimer,
  stopTimer,
} from './timers.commands.js';
import { eventOfTimer, timersAnswer } from '../views/timers.projection.js';

type TimerChange = 'startTimer' | 'pauseTimer' | 'resumeTimer' | 'stopTimer';

class TimerBody extends createZodDto(timerRequest) {}

/** The event of the timer whose id is this path parameter. */
const timerInPath: SubjectOf = async (authorization) => {
  const eventId = await eventOfTimer(
    authorization.readModels,
    parseField(idText, 'id', authorization.request.params['id']),
  );
  return eventId === null ? [] : ofEvent(authorization, eventId);
};

@ApiTags('race control')
@Controller()
export class TimersController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get('events/timers/:id')
  @Allow('race.watch', eventInPath())
  timers(@IdParam('id') eventId: number): Promise<TimersAnswer> {
    return timersAnswer(this.dependencies, eventId);
  }

  @Post('timers')
  @Allow(createTimer.right, eventInBody(timerRequest, (body) => body.EventId))
  create(@Body() body: TimerBody, @FromCaller() caller: Caller): Promise<TimerRow> {
    return this.commands.execute(new CommandMessage('createTimer', body, caller));
  }

  @Put('timers/:id/start')
  @Allow(startTimer.right, timerInPath)
  start(@IdParam('id') timerId: number, @FromCaller() caller: Caller): Promise<TimerRow> {
    return this.change(timerId, caller, 'startTimer');
  }

  @Put('timers/:id/pause')
  @Allow(pauseTimer.right, timerInPath)
  pause(@IdParam('id') timerId: number, @FromCaller() caller: Caller): Promise<TimerRow> {
    return this.change(timerId, caller, 'pauseTimer');
  }

  @Put('timers/:id/resume')
  @Allow(resumeTimer.right, timerInPath)
  resume(@IdParam('id') timerId: number, @FromCaller() caller: Caller): Promise<TimerRow> {
    return this.change(timerId, caller, 'resumeTimer');
  }

  @Put('timers/:id/stop')
  @Allow(stopTimer.right, timerInPath)
  stop(@IdParam('id') timerId: number, @FromCaller() caller: Caller): Promise<TimerRow> {
    return this.change(timerId, caller, 'stopTimer');
  }

  @Delete('timers/:id')
  @Allow(removeTimer.right, timerInPath)
  remove(@IdParam('id') timerId: number, @FromCaller() caller: Caller): Promise<TimerRemovedAnswer> {
    return this.commands.execute(new CommandMessage('removeTimer', { timerId }, caller));
  }

  private change(timerId: number, caller: Caller, name: TimerChange): Promise<TimerRow> {
    return this.commands.execute(new CommandMessage(name, { timerId }, caller));
  }
}
