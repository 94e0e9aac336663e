import { Body, Controller, Get, Inject, Patch, Post, Put, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  authorizeRequest,
  deleteSelectedRequest,
  editInvitationDriverRequest,
  invitationDriverRequest,
  removeAllRequest,
  type AuthorizeAnswer,
  type CompetitorCounts,
  type DeletedAnswer,
  type DeviceAnswer,
  type DeviceTokenAnswer,
  type InvitationDriverAnswer,
  type InvitationRecord,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import {
  eventInBody,
  eventInPath,
  eventInQuery,
  invitationInPath,
  invitationsInBody,
  standingInvitationsInBody,
} from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam, ID_SCHEMA } from '../http/params.js';
import type { ApiRequest } from '../http/request.js';
import { idText, parseField } from '../http/validation-error.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { competitorCounts, invitationRecord } from './competitor-rows.js';
import { doorsUrl } from './device-doors.js';
import { deviceStatus } from './device-status.js';
import { addCompetitor, editCompetitor, issueDeviceToken } from './invitations.commands.js';
import { invitationReads } from '../views/invitations.projection.js';
import {
  authorizeCompetitors,
  deleteSelectedCompetitors,
  removeAllCompetitors,
} from './selected-competitors.commands.js';

class InvitationDriverBody extends createZodDto(invitationDriverRequest) {}
class EditInvitationDriverBody extends createZodDto(editInvitationDriverRequest) {}
class DeleteSelectedBody extends createZodDto(deleteSelectedRequest) {}
class RemoveAllBody extends createZodDto(removeAllRequest) {}
class AuthorizeBody extends createZodDto(authorizeRequest) {}

@ApiTags('invitations')
@Controller('invitations')
export class InvitationsController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Post('createInvitationDriver')
  @Allow(addCompetitor.right, eventInBody(invitationDriverRequest, (body) => body.Invitation.EveId))
  create(@Body() body: InvitationDriverBody, @FromCaller() caller: Caller): Promise<InvitationDriverAnswer> {
    return this.commands.execute(new CommandMessage('addCompetitor', body, caller));
  }

  @Put('updateInvitationDriver')
  @Allow(editCompetitor.right, invitationsInBody(editInvitationDriverRequest, (body) => [body.Invitation.Id]))
  edit(
    @Body() body: EditInvitationDriverBody,
    @FromCaller() caller: Caller,
  ): Promise<InvitationDriverAnswer> {
    return this.commands.execute(new CommandMessage('editCompetitor', body, caller));
  }

  @Patch('authorized')
  @Allow(authorizeCompetitors.right, standingInvitationsInBody(authorizeRequest, (body) => body.Invitations))
  authorize(@Body() body: AuthorizeBody, @FromCaller() caller: Caller): Promise<AuthorizeAnswer> {
    return this.commands.execute(new CommandMessage('authorizeCompetitors', body, caller));
  }

  @Patch('deleteSelected')
  @Allow(
    deleteSelectedCompetitors.right,
    standingInvitationsInBody(deleteSelectedRequest, (body) => body.Invitations),
  )
  deleteSelected(@Body() body: DeleteSelectedBody, @FromCaller() caller: Caller): Promise<DeletedAnswer> {
    return this.commands.execute(new CommandMessage('deleteSelectedCompetitors', body, caller));
  }

  @Patch('removeAll')
  @Allow(removeAllCompetitors.right, eventInBody(removeAllRequest, (body) => body.EventId))
  removeAll(@Body() body: RemoveAllBody, @FromCaller() caller: Caller): Promise<DeletedAnswer> {
    return this.commands.execute(new CommandMessage('removeAllCompetitors', body, caller));
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
    const doors = doorsUrl(this.dependencies.config, request);
    const door = (name: string): string => `${doors}/ingest/${name}/${token}`;
    return {
      token,
      doors: {
        osmand: door('osmand'),
        owntracks: door('owntracks'),
        positions: door('positions'),
        signals: door('signals'),
        orders: door('orders'),
      },
    };
  }

  /** How far a change of many competitors has come. */
  @Get('counts/:eventId')
  @Allow('competitors.read', eventInPath('eventId'))
  counts(@IdParam('eventId') eventId: number): Promise<CompetitorCounts> {
    return competitorCounts(this.dependencies.readModels, eventId);
  }

  /** Of one driver in one category of an event: there is at most one. */
  @Get('byDriverEvent')
  @Allow('competitors.read', eventInQuery('EventId'))
  @ApiQuery({ name: 'DriverId', schema: ID_SCHEMA })
  @ApiQuery({ name: 'EventId', schema: ID_SCHEMA })
  @ApiQuery({ name: 'CategoryId', schema: ID_SCHEMA })
  async byDriverEvent(@Query() query: Record<string, unknown>): Promise<InvitationRecord[]> {
    const idOf = (field: string): number => parseField(idText, field, query[field]);
    const [driverId, eventId, categoryId] = [idOf('DriverId'), idOf('EventId'), idOf('CategoryId')];
    const invitations = await invitationReads(this.dependencies.readModels).ofEvent(eventId);
    return invitations
      .filter((invitation) => invitation.driverId === driverId && invitation.categoryId === categoryId)
      .map(invitationRecord);
  }

  @Get(':id')
  @Allow('competitors.read', invitationInPath())
  async one(@IdParam('id') invitationId: number): Promise<InvitationRecord> {
    return invitationRecord(found(await invitationReads(this.dependencies.readModels).get(invitationId)));
  }

  @Get(':id/device')
  @Allow('devices.read', invitationInPath())
  device(@IdParam('id') invitationId: number): Promise<DeviceAnswer> {
    return deviceStatus(this.dependencies.records, invitationId);
  }
}
