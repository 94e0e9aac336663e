import { Body, Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  clubRequest,
  newClubRequest,
  type Actor,
  type ClubAnswer,
  type ClubRow,
  type ClubWithDrivers,
  type IdDescription,
  type NewClubAnswer,
} from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInPath, eventInPath } from '../access/resource-resolvers.js';
import { eventReads } from '../views/events.projection.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { clubAnswer, clubRows, clubWithDrivers } from './club-answers.js';
import { deleteClub, editClub, registerClub } from './clubs.commands.js';
import { clubReads, type ClubDocument } from '../views/clubs.projection.js';

class ClubBody extends createZodDto(clubRequest) {}
class NewClubBody extends createZodDto(newClubRequest) {}

@ApiTags('clubs')
@Controller('clubs')
export class ClubsController {
  private readonly clubs;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {
    this.clubs = clubReads(dependencies.readModels);
  }

  @Get()
  @Allow('clubs.read', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<ClubRow[]> {
    return clubRows(this.dependencies, await this.clubs.list(clubScope(actor)));
  }

  @Get('IdDescription')
  @Allow('clubs.read', SCOPED_BY_QUERY)
  async idDescription(@SignedIn() actor: Actor): Promise<readonly IdDescription[]> {
    const clubs = await this.clubs.list(clubScope(actor));
    return clubs.map((club) => ({ Id: club.clubId, Description: club.name }));
  }

  @Get('event/:id')
  @Allow('clubs.read', eventInPath())
  async ofEvent(@IdParam('id') eventId: number): Promise<ClubAnswer> {
    const event = await eventReads(this.dependencies.readModels).get(eventId);
    return clubAnswer(this.dependencies, await this.existing(event?.clubId ?? 0));
  }

  @Get('withdrivers/:id')
  @Allow('users.list', clubInPath())
  async withDrivers(@IdParam('id') clubId: number): Promise<ClubWithDrivers> {
    return clubWithDrivers(this.dependencies, await this.existing(clubId));
  }

  @Get(':id')
  @Allow('clubs.read', clubInPath())
  async one(@IdParam('id') clubId: number): Promise<ClubAnswer> {
    return clubAnswer(this.dependencies, await this.existing(clubId));
  }

  @Post()
  @Allow(registerClub.right)
  register(@Body() body: NewClubBody, @FromCaller() caller: Caller): Promise<NewClubAnswer> {
    return this.commands.execute(new CommandMessage('registerClub', body, caller));
  }

  @Put(':id')
  @Allow(editClub.right)
  edit(
    @IdParam('id') clubId: number,
    @Body() body: ClubBody,
    @FromCaller() caller: Caller,
  ): Promise<{ cluId: number }> {
    return this.commands.execute(new CommandMessage('editClub', { clubId, club: body }, caller));
  }

  @Delete(':id')
  @Allow(deleteClub.right)
  remove(@IdParam('id') clubId: number, @FromCaller() caller: Caller): Promise<{ cluId: number }> {
    return this.commands.execute(new CommandMessage('deleteClub', { clubId }, caller));
  }

  private async existing(clubId: number): Promise<ClubDocument> {
    return found(await this.clubs.get(clubId));
  }
}
