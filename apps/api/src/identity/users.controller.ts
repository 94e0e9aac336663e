import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  holds,
  may,
  toCommaDegrees,
  updateNameRequest,
  type Actor,
  type MyClubAnswer,
  type PendingEmailAnswer,
  type UserRow,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { Allow, CLUB_OF_ACTOR, HIDDEN_BY_METHOD, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInPath, userInBody, userInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { clubReads } from '../views/clubs.projection.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { addressUse, isSameAddress } from '../command-parts/addresses.js';
import { NewAddresses } from './new-addresses.js';
import { changeName } from './people.commands.js';
import { userRow, userRows } from './user-answers.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

class UpdateNameBody extends createZodDto(updateNameRequest) {}

/** The id of no user. */
const NOBODY = 0;

/**
 * The staff of clubs; competitors are listed with their events. Every GET of one segment under /users is here, before that of
 * an id, as the order of the methods decides which one matches.
 */
@ApiTags('users')
@Controller('users')
export class UsersController {
  private readonly users;
  private readonly clubs;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
    private readonly newAddresses: NewAddresses,
  ) {
    this.users = userReads(dependencies.readModels);
    this.clubs = clubReads(dependencies.readModels);
  }

  /** Of the caller's club; for administrators of every club. */
  @Get()
  @Allow('users.list', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<UserRow[]> {
    const clubIds = holds(actor, 'admin')
      ? (await this.clubs.list(null)).map(({ clubId }) => clubId)
      : [actor.clubId ?? 0];
    return userRows(this.dependencies.records, await this.users.staffOf(clubIds));
  }

  @Get('byClub/:clubId')
  @Allow('users.list', clubInPath('clubId'))
  async byClub(@IdParam('clubId') clubId: number): Promise<UserRow[]> {
    return userRows(this.dependencies.records, await this.users.staffOf([clubId]));
  }

  /** A user whom the caller may not see is answered as missing, so that an address does not reveal whether it has an account. */
  @Get('byMail/:email')
  @Allow('users.read', HIDDEN_BY_METHOD)
  async byMail(@Param('email') email: string, @SignedIn() actor: Actor): Promise<UserRow> {
    const { people } = this.dependencies.records;
    const { seen } = await addressUse(this.dependencies, email, NOBODY, { actor, clubId: actor.clubId ?? 0 });
    const persons = await people.getMany(seen.map(({ userId }) => userId));
    const user = seen.find(
      ({ userId, clubId, status }) =>
        status !== 'removed' &&
        isSameAddress(persons.get(userId)?.email ?? null, email) &&
        may(actor, 'users.read', { clubId: clubId ?? 0, userId }),
    );
    if (user === undefined) refuse('notFound');
    return userRow(user, persons.get(user.userId));
  }

  /** The fields of the caller's club that a session stores; administrators have none. */
  @Get('myClub')
  @Allow('clubs.read', CLUB_OF_ACTOR)
  async myClub(@SignedIn() { clubId }: Actor): Promise<MyClubAnswer> {
    const club = found(clubId === null ? null : await this.clubs.get(clubId));
    return {
      cluId: club.clubId,
      cluName: club.name,
      cluLatitude: club.position && toCommaDegrees(club.position.lat),
      cluLongitude: club.position && toCommaDegrees(club.position.lng),
    };
  }

  /** The caller's pending address, whose link has not been opened. */
  @Get('pendingEmail')
  @Allow('account.change')
  pendingEmail(@SignedIn() { userId }: Actor): Promise<PendingEmailAnswer> {
    return this.newAddresses.pendingOf(userId);
  }

  @Get(':id')
  @Allow('users.read', userInPath())
  async one(@IdParam('id') userId: number): Promise<UserRow> {
    return this.rowOf(userId);
  }

  @Put('updateName')
  @Allow(changeName.right, userInBody(updateNameRequest, (body) => body.UserId))
  async updateName(@Body() body: UpdateNameBody, @FromCaller() caller: Caller): Promise<UserRow> {
    await this.commands.execute(new CommandMessage('changeName', body, caller));
    return this.rowOf(body.UserId);
  }

  private async rowOf(userId: number): Promise<UserRow> {
    const user: UserDocument = found(await this.users.get(userId));
    const person = await this.dependencies.records.people.get(userId);
    return userRow(user, person ?? undefined);
  }
}
