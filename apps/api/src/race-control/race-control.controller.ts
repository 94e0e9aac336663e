import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  clearFlagsQuery,
  flagRequest,
  flagWithdrawal,
  noteRequest,
  withdrawFlagRequest,
  type Actor,
  type AlertRow,
  type FlagAnswer,
  type FlagReportRow,
  type FlagRow,
  type FlagsClearedAnswer,
  type FlagWithdrawalAnswer,
  type LapRow,
  type LapsResetAnswer,
  type NoteAnswer,
  type NoteRow,
  type SosPhoneAnswer,
} from '@flagpost/contracts';
import type { Handle } from '@flagpost/event-sourcing';
import { Allow, type SubjectOf } from '../access/allow.js';
import { eventInBody, eventInPath, ofEvent } from '../access/resource-resolvers.js';
import { HANDLE } from '../dispatch/command.handler.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { idText, parseBody, parseField } from '../http/validation-error.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { alertRow, alertRows, driverOfAlert, eventOfAlert } from '../views/alerts.projection.js';
import { eventOfFlag, flagReportRows, flagRow } from '../views/flags.projection.js';
import { lapRows } from '../views/laps.projection.js';
import { noteRows } from '../views/notes.projection.js';
import { userReads } from '../views/users.projection.js';
import {
  acknowledgeSos,
  clearFlags,
  clearSos,
  resetLaps,
  sendFlag,
  withdrawFlag,
  writeNote,
} from './race-control.commands.js';
import { withdrawRequest } from './withdraw-flag.js';

class FlagBody extends createZodDto(flagRequest) {}
class FlagWithdrawalBody extends createZodDto(flagWithdrawal) {}
class NoteBody extends createZodDto(noteRequest) {}
class WithdrawFlagBody extends createZodDto(withdrawFlagRequest) {}

/** Maps the outcome of the flag's request to that of the flag. */
const OUTCOMES = { withdrawn: 'withdrawn', carriedOut: 'sent', pending: 'pending' } as const;

/** The event of the flag whose id is this path parameter. */
const flagInPath: SubjectOf = async (authorization) => {
  const flagId = parseField(idText, 'id', authorization.request.params['id']);
  const eventId = await eventOfFlag(authorization.readModels, flagId);
  return eventId === null ? [] : ofEvent(authorization, eventId);
};

/** The event of the alert whose id is this path parameter. */
const alertInPath: SubjectOf = async (authorization) => {
  const eventId = await eventOfAlert(
    authorization.readModels,
    parseField(idText, 'id', authorization.request.params['id']),
  );
  return eventId === null ? [] : ofEvent(authorization, eventId);
};

/** The event of the alert, and the club of the driver who raised it: both must be the director's own. */
const driverOfAlertInPath: SubjectOf = async (authorization) => {
  const { readModels, request } = authorization;
  const event = await alertInPath(authorization);
  const userId = await driverOfAlert(readModels, parseField(idText, 'id', request.params['id']));
  const driver = userId === null ? null : await userReads(readModels).get(userId);
  return driver === null ? [] : [...event, { clubId: driver.clubId ?? 0 }];
};

@ApiTags('race control')
@Controller()
export class RaceControlController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(HANDLE) private readonly handle: Handle,
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
  async withdrawRequest(
    @Body() body: FlagWithdrawalBody,
    @SignedIn() actor: Actor,
    @FromCaller() { correlationId }: Caller,
  ): Promise<FlagWithdrawalAnswer> {
    const outcome = await withdrawRequest(this.dependencies, this.handle, actor, correlationId, body);
    return { Outcome: OUTCOMES[outcome] };
  }

  @Post('flagRecords/:id/withdraw')
  @HttpCode(200)
  @Allow(withdrawFlag.right, flagInPath)
  async withdrawFlag(
    @IdParam('id') flagId: number,
    @Body() { InvitationsSelected: receivers }: WithdrawFlagBody,
    @FromCaller() caller: Caller,
  ): Promise<FlagRow> {
    await this.commands.execute(new CommandMessage('withdrawFlag', { flagId, receivers }, caller));
    return found(await flagRow(this.dependencies, flagId));
  }

  @Delete('flagRecords/event/:eventId')
  @Allow(clearFlags.right, eventInPath('eventId'))
  @ApiQuery({ name: 'alerts', required: false, schema: { type: 'string', enum: ['clear', 'keep'] } })
  clearFlags(
    @IdParam('eventId') eventId: number,
    @Query() query: unknown,
    @FromCaller() caller: Caller,
  ): Promise<FlagsClearedAnswer> {
    const { alerts } = parseBody(clearFlagsQuery, query);
    return this.commands.execute(new CommandMessage('clearFlags', { eventId, alerts }, caller));
  }

  @Put('events/resetLaps/:id')
  @Allow(resetLaps.right, eventInPath())
  resetLaps(@IdParam('id') eventId: number, @FromCaller() caller: Caller): Promise<LapsResetAnswer> {
    return this.commands.execute(new CommandMessage('resetLaps', { eventId }, caller));
  }

  @Post('notes')
  @Allow(writeNote.right, eventInBody(noteRequest, (body) => body.EventId))
  writeNote(@Body() body: NoteBody, @FromCaller() caller: Caller): Promise<NoteAnswer> {
    return this.commands.execute(new CommandMessage('writeNote', body, caller));
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

  /** Read when its card opens, so that no list of alerts contains a phone number. */
  @Get('alerts/:id/phone')
  @Allow('sos.call', driverOfAlertInPath)
  async phone(@IdParam('id') alertId: number): Promise<SosPhoneAnswer> {
    const { readModels, records } = this.dependencies;
    const person = await records.people.get(found(await driverOfAlert(readModels, alertId)));
    return { Phone: person?.phone || null };
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

  @Get('events/notes/:id')
  @Allow('race.watch', eventInPath())
  notes(@IdParam('id') eventId: number): Promise<NoteRow[]> {
    return noteRows(this.dependencies, { eventId });
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
