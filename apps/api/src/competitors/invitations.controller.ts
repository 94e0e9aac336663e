import { Body, Controller, Get, Inject, Patch, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  authorizeRequest,
  DEFAULT_INVITATION_STATUS_ID,
  invitationDriverRequest,
  type AuthorizeAnswer,
  type DeviceAnswer,
  type DeviceTokenAnswer,
  type InvitationDriverAnswer,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInBody, invitationInPath, invitationsInBody } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import type { ApiRequest } from '../http/request.js';
import { PARTS, type ApiParts } from '../parts.js';
import { deviceStatus } from './device-status.js';
import { addCompetitor, authorizeCompetitors, issueDeviceToken } from './invitations.commands.js';

class InvitationDriverBody extends createZodDto(invitationDriverRequest) {}
class AuthorizeBody extends createZodDto(authorizeRequest) {}

@ApiTags('invitations')
@Controller('invitations')
export class InvitationsController {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
  ) {}

  /** Answers the words of the request: what another club stored of the same person is not this one's to read. */
  @Post('createInvitationDriver')
  @Allow(addCompetitor.right, eventInBody(invitationDriverRequest, (body) => body.Invitation.EveId))
  async create(
    @Body() body: InvitationDriverBody,
    @FromCaller() caller: Caller,
  ): Promise<InvitationDriverAnswer> {
    const { invitationId, userId } = await this.commands.execute(
      new CommandMessage('addCompetitor', body, caller),
    );
    return {
      User: { ...body.User, Id: userId },
      Driver: { ...body.Driver, Id: userId },
      Invitation: {
        ...body.Invitation,
        Id: invitationId,
        Authorized: 0,
        StsId: DEFAULT_INVITATION_STATUS_ID,
      },
    };
  }

  @Patch('authorized')
  @Allow(authorizeCompetitors.right, invitationsInBody(authorizeRequest, (body) => body.Invitations))
  authorize(@Body() body: AuthorizeBody, @FromCaller() caller: Caller): Promise<AuthorizeAnswer> {
    return this.commands.execute(new CommandMessage('authorizeCompetitors', body, caller));
  }

  /** The token is shown once; the former one ends. */
  @Post(':id/deviceToken')
  @Allow(issueDeviceToken.right, invitationInPath())
  async deviceToken(
    @IdParam('id') invitationId: number,
    @FromCaller() caller: Caller,
    @Req() request: ApiRequest,
  ): Promise<DeviceTokenAnswer> {
    const token = await this.commands.execute(
      new CommandMessage('issueDeviceToken', { invitationId }, caller),
    );
    const { DOORS_URL, PUBLIC_URL } = this.parts.config;
    const host = `${request.protocol}://${request.get('host') ?? ''}`;
    const door = (name: string): string =>
      `${(DOORS_URL ?? PUBLIC_URL ?? host).replace(/\/$/, '')}/ingest/${name}/${token}`;
    return {
      token,
      doors: {
        osmand: door('osmand'),
        owntracks: door('owntracks'),
        positions: door('positions'),
        signals: door('signals'),
      },
    };
  }

  @Get(':id/device')
  @Allow('devices.read', invitationInPath())
  device(@IdParam('id') invitationId: number): Promise<DeviceAnswer> {
    return deviceStatus(this.parts.records, invitationId);
  }
}
