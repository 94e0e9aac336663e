import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { scanRequest, type CarCode, type ScanAnswer } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { Allow } from '../access/allow.js';
import { eventInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCallerUnkept, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { makeCarCodes } from './car-codes.commands.js';
import { Drive } from './drive.js';

class ScanBody extends createZodDto(scanRequest) {}

const SECRET_IN = /\/drive\/([\w-]{43})(?![\w-])/;

/** Codes of cars: to be printed, and scanned at the check before the start. */
@ApiTags('check')
@Controller('check')
export class CarCodesController {
  constructor(
    private readonly drive: Drive,
    private readonly commands: CommandBus,
  ) {}

  @Post(':eventId/codes')
  @HttpCode(200)
  @Allow(makeCarCodes.right, eventInPath('eventId'))
  codes(@IdParam('eventId') eventId: number, @FromCallerUnkept() caller: Caller): Promise<CarCode[]> {
    return this.commands.execute(new CommandMessage('makeCarCodes', { eventId }, caller));
  }

  /** The car that a code is of. Changes nothing; the code is in the body, as paths are logged. */
  @Post(':eventId/scan')
  @HttpCode(200)
  @Allow('check.read', eventInPath('eventId'))
  async scan(@IdParam('eventId') eventId: number, @Body() { Code: code }: ScanBody): Promise<ScanAnswer> {
    const [, secret] = SECRET_IN.exec(code) ?? [];
    const invitation = secret === undefined ? null : await this.drive.invitationOf(secret);
    if (invitation?.eventId !== eventId) refuse('code.notOfEvent');
    return { InvitationId: invitation.invitationId };
  }
}
