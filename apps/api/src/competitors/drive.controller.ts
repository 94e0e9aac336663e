import { Body, Controller, Get, HttpCode, Inject, Ip, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  disputeRequest,
  invitationAnswerRequest,
  phoneRequest,
  type DriveAnswer,
  type DriveSosAnswer,
  type PhoneAnswer,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCallerUnkept, type Caller } from '../http/caller.js';
import { networkOf } from '../http/network-of.js';
import { LinkParam } from '../http/params.js';
import type { ApiRequest } from '../http/request.js';
import { isoOrNull } from '../http/times.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { doorsUrl } from './device-doors.js';
import { answerInvitation, connectPhone, disputeInvitation } from './drive.commands.js';
import { Drive } from './drive.js';

class InvitationAnswerBody extends createZodDto(invitationAnswerRequest) {}
class PhoneBody extends createZodDto(phoneRequest) {}
class DisputeBody extends createZodDto(disputeRequest) {}

/** The page of a competitor, who has no account: anybody with the mailed link may answer. A GET changes nothing. */
@ApiTags('drive')
@Controller('drive')
export class DriveController {
  constructor(
    private readonly drive: Drive,
    private readonly commands: CommandBus,
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
  ) {}

  @Get(':secret')
  @Allow('invitations.answer')
  @ApiOperation({ summary: 'Reads an invitation, by its link', security: [] })
  read(@LinkParam('secret') secret: string, @Ip() address: string): Promise<DriveAnswer> {
    return this.drive.read(secret, networkOf(address));
  }

  @Post(':secret')
  @HttpCode(200)
  @Allow(answerInvitation.right)
  @ApiOperation({ summary: 'Accepts or rejects an invitation, by its link', security: [] })
  async answer(
    @LinkParam('secret') secret: string,
    @Body() { Answer: answer }: InvitationAnswerBody,
    @Ip() address: string,
    @FromCallerUnkept() caller: Caller,
  ): Promise<DriveAnswer> {
    const invitationId = await this.drive.toAnswer(secret, networkOf(address));
    await this.commands.execute(new CommandMessage('answerInvitation', { invitationId, answer }, caller));
    return this.drive.read(secret, networkOf(address));
  }

  @Get(':secret/sos')
  @Allow('invitations.answer')
  @ApiOperation({ summary: "Tells a driver who has acknowledged the car's open SOS", security: [] })
  sos(@LinkParam('secret') secret: string, @Ip() address: string): Promise<DriveSosAnswer> {
    return this.drive.sos(secret, networkOf(address));
  }

  /** One phone at a time: without `Replace` another device keeps the car. */
  @Post(':secret/phone')
  @HttpCode(200)
  @Allow(connectPhone.right)
  @ApiOperation({ summary: "Makes the phone the car's device, by the link of an invitation", security: [] })
  async phone(
    @LinkParam('secret') secret: string,
    @Body() { Replace: replace }: PhoneBody,
    @Ip() address: string,
    @FromCallerUnkept() caller: Caller,
    @Req() request: ApiRequest,
  ): Promise<PhoneAnswer> {
    const invitationId = await this.drive.toAnswer(secret, networkOf(address));
    const { token, heardAt } = await this.commands.execute(
      new CommandMessage('connectPhone', { invitationId, replace }, caller),
    );
    const { config } = this.dependencies;
    return { Token: token, HeardAt: isoOrNull(heardAt), Doors: doorsUrl(config, request) };
  }

  @Post(':secret/dispute')
  @HttpCode(200)
  @Allow(disputeInvitation.right)
  @ApiOperation({ summary: 'Tells the organizer what is not right about an invitation', security: [] })
  async dispute(
    @LinkParam('secret') secret: string,
    @Body() { Reason: reason }: DisputeBody,
    @Ip() address: string,
    @FromCallerUnkept() caller: Caller,
  ): Promise<DriveAnswer> {
    const invitationId = await this.drive.toAnswer(secret, networkOf(address));
    await this.commands.execute(new CommandMessage('disputeInvitation', { invitationId, reason }, caller));
    return this.drive.read(secret, networkOf(address));
  }
}
