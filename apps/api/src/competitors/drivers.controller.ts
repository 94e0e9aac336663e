import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  deleteDriversRequest,
  driverWithUserRequest,
  holds,
  invitationDriverRequest,
  type Actor,
  type DeletedDriversAnswer,
  type DriverRecord,
  type InvitationDriverAnswer,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { Allow, CLUB_OF_ACTOR, HIDDEN_BY_METHOD, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInPath, eventInBody, standingUsersInBody, userInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { clubReads } from '../views/clubs.projection.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { deleteDrivers, editDriver } from './drivers.commands.js';
import { driverByEmail, driverOfUser, driversOf } from './drivers.js';
import { addCompetitor } from './invitations.commands.js';

class DriverWithUserBody extends createZodDto(driverWithUserRequest) {}
class DeleteDriversBody extends createZodDto(deleteDriversRequest) {}
class InvitationDriverBody extends createZodDto(invitationDriverRequest) {}

/** The competitors of clubs, regardless of their entries. No answer reveals another club's (decision 0041). */
@ApiTags('drivers')
@Controller('drivers')
export class DriversController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  /** Of the caller's club; for administrators of every club. */
  @Get('WithUser')
  @Allow(editDriver.right, SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<DriverRecord[]> {
    if (!holds(actor, 'admin')) return driversOf(this.dependencies, [actor.clubId ?? 0]);
    const clubs = await clubReads(this.dependencies.readModels).list(null);
    return driversOf(
      this.dependencies,
      clubs.map(({ clubId }) => clubId),
    );
  }

  @Get('club')
  @Allow(editDriver.right, CLUB_OF_ACTOR)
  async ofOwnClub(@SignedIn() actor: Actor): Promise<DriverRecord[]> {
    return driversOf(this.dependencies, [found(actor.clubId)]);
  }

  @Get('driversByClub/:clubId')
  @Allow(editDriver.right, clubInPath('clubId'))
  ofClub(@IdParam('clubId') clubId: number): Promise<DriverRecord[]> {
    return driversOf(this.dependencies, [clubId]);
  }

  /** A person whom the caller may not see is answered like an unknown one. */
  @Get('byEmail/:email')
  @Allow(editDriver.right, HIDDEN_BY_METHOD)
  async byEmail(@Param('email') email: string, @SignedIn() actor: Actor): Promise<DriverRecord> {
    return driverByEmail(this.dependencies, email, actor, actor.clubId);
  }

  /** Who of this club would be entered under an address: the form of a competitor asks as it is typed. */
  @Get('byEmailClub/:email/:clubId')
  @Allow(editDriver.right, clubInPath('clubId'))
  async byEmailClub(
    @Param('email') email: string,
    @IdParam('clubId') clubId: number,
    @SignedIn() actor: Actor,
  ): Promise<DriverRecord> {
    return driverByEmail(this.dependencies, email, actor, clubId);
  }

  @Put('WithUser/:id')
  @Allow(editDriver.right, userInPath())
  async edit(
    @IdParam('id') userId: number,
    @Body() body: DriverWithUserBody,
    @FromCaller() caller: Caller,
  ): Promise<DriverRecord> {
    await this.commands.execute(new CommandMessage('editDriver', { userId, driver: body }, caller));
    return driverOfUser(this.dependencies, userId);
  }

  /** The same as POST /invitations/createInvitationDriver/. */
  @Post('WithUserAndInvitation')
  @Allow(addCompetitor.right, eventInBody(invitationDriverRequest, (body) => body.Invitation.EveId))
  create(@Body() body: InvitationDriverBody, @FromCaller() caller: Caller): Promise<InvitationDriverAnswer> {
    return this.commands.execute(new CommandMessage('addCompetitor', body, caller));
  }

  @Delete('selected')
  @Allow(deleteDrivers.right, standingUsersInBody(deleteDriversRequest, (body) => body.Drivers))
  deleteSelected(
    @Body() body: DeleteDriversBody,
    @FromCaller() caller: Caller,
  ): Promise<DeletedDriversAnswer> {
    return this.commands.execute(new CommandMessage('deleteDrivers', body, caller));
  }

  @Delete(':id')
  @Allow(deleteDrivers.right, userInPath())
  async delete(@IdParam('id') userId: number, @FromCaller() caller: Caller): Promise<DeletedDriversAnswer> {
    const command = new CommandMessage('deleteDrivers', { Drivers: [userId] }, caller);
    const answer = await this.commands.execute(command);
    if (answer.missing.length > 0) refuse('user.missing', 'missing');
    if (answer.skipped.length > 0) refuse('driver.authorized');
    return answer;
  }
}
