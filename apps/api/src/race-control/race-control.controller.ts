import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  flagRequest,
  flagWithdrawal,
  type Actor,
  type AlertRow,
  type FlagAnswer,
  type FlagReportRow,
  type FlagsClearedAnswer,
  type FlagWithdrawalAnswer,
  type LapRow,
  type LapsResetAnswer,
} from '@flagpost/contracts';
import { Allow, type SubjectOf } from '../access/allow.js';
import { eventInBody, eventInPath, ofEvent } from '../access/resource-resolvers.js';
import { withdraw } from '../dispatch/withdraw.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { idText, parseField } from '../http/validation-error.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { alertRow, alertRows, eventOfAlert } from '../views/alerts.projection.js';
import { flagReportRows } from '../views/flags.projection.js';
import { lapRows } from '../views/laps.projection.js';
import { acknowledgeSos, clearFlags, clearSos, resetLaps, sendFlag } from './race-control.commands.js';

class FlagBody extends createZodDto(flagRequest) {}
class FlagWithdrawalBody extends createZodDto(flagWithdrawal) {}

/** Maps the outcome of the flag's request to that of the flag. */
const OUTCOMES = { withdrawn: 'withdrawn', carriedOut: 'sent', pending: 'pending' } as const;

/** The event of the alert whose id is this path parameter. */
const alertInPath: SubjectOf = async (authorization) => {
  const eventId = await eventOfAlert(
    authorization.readModels,
    parseField(idText, 'id', authorization.request.params['id']),
  );
  return eventId === null ? [] : ofEvent(authorization, eventId);
};

@ApiTags('race control')
@Controller()
export class RaceControlController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Post('flagRecords')
  @Allow(sendFlag.right, eventInBody(flagRequest, (body) => body.EventId))
  sendFlag(@Body() body: FlagBody, @FromCaller() caller: Caller): Promise<FlagAnswer> {
    return this.commands.execute(new CommandMessage('sendFlag', body, caller));
  }

  /** For a client that received no answer: afterwards the flag either was sent, or never will be under this key. */
  @Post('flagRecords/withdrawals')
  @HttpCode(200)
  @Allow('race.control', eventInBody(flagWithdrawal, (body) => body.EventId))
  async withdrawFlag(
    @Body() { Key }: FlagWithdrawalBody,
    @SignedIn() actor: Actor,
  ): Promise<FlagWithdrawalAnswer> {
    return { Outcome: OUTCOMES[await withdraw(this.dependencies, actor, Key)] };
  }

  @Delete('flagRecords/event/:eventId')
  @Allow(clearFlags.right, eventInPath('eventId'))
  clearFlags(@IdParam('eventId') eventId: number, @FromCaller() caller: Caller): Promise<FlagsClearedAnswer> {
    return this.commands.execute(new CommandMessage('clearFlags', { eventId }, caller));
  }

  @Put('events/resetLaps/:id')
  @Allow(resetLaps.right, eventInPath())
  resetLaps(@IdParam('id') eventId: number, @FromCaller() caller: Caller): Promise<LapsResetAnswer> {
    return this.commands.execute(new CommandMessage('resetLaps', { eventId }, caller));
  }

  @Post('alerts/:id/acknowledge')
  @HttpCode(200)
  @Allow(acknowledgeSos.right, alertInPath)
  acknowledge(@IdParam('id') alertId: number, @FromCaller() caller: Caller): Promise<AlertRow> {
    return this.answerSos(alertId, caller, 'acknowledgeSos');
  }

  @Post('alerts/:id/clear')
  @HttpCode(200)
  @Allow(clearSos.right, alertInPath)
  clear(@IdParam('id') alertId: number, @FromCaller() caller: Caller): Promise<AlertRow> {
    return this.answerSos(alertId, caller, 'clearSos');
  }

  @Get('events/flags/:id')
  @Allow('race.watch', eventInPath())
  flags(@IdParam('id') eventId: number): Promise<FlagReportRow[]> {
    return flagReportRows(this.dependencies, eventId);
  }

  @Get('events/alerts/:id')
  @Allow('race.watch', eventInPath())
  alerts(@IdParam('id') eventId: number): Promise<AlertRow[]> {
    return alertRows(this.dependencies, { eventId });
  }

  @Get('events/laps/:id')
  @Allow('race.watch', eventInPath())
  laps(@IdParam('id') eventId: number): Promise<LapRow[]> {
    return lapRows(this.dependencies.readModels, { eventId });
  }

  private async answerSos(
    alertId: number,
    caller: Caller,
    name: 'acknowledgeSos' | 'clearSos',
  ): Promise<AlertRow> {
    await this.commands.execute(new CommandMessage(name, { alertId }, caller));
    return found(await alertRow(this.dependencies, alertId));
  }
}
