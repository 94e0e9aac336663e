import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  holds,
  type Actor,
  type EventPlannerRow,
  type EventViewerRow,
  type IdDescription,
} from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInPath } from '../access/resource-resolvers.js';
import { SignedIn } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { clubReads } from '../views/clubs.projection.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { userRows } from './user-answers.js';
import { userReads } from '../views/users.projection.js';

/** The candidates for planner and viewer of an event: the users of its club with that role. */
type Official = 'planner' | 'viewer';

/** Ordered by name, without disabled accounts; of every club if `clubId` is null. */
const officials = async (dependencies: ApiDependencies, role: Official, clubId: number | null) => {
  const clubs = await clubReads(dependencies.readModels).list(clubId);
  const names = new Map(clubs.map((club) => [club.clubId, club.name]));
  const staff = await userReads(dependencies.readModels).staffOf([...names.keys()]);
  const named = staff.filter((user) => user.status === 'enabled' && holds(user, role));
  return (await userRows(dependencies.records, named)).map((row) => ({
    useId: row.useId,
    useName: row.useName,
    useSurname: row.useSurname,
    useEmail: row.useEmail,
    usePhone: row.usePhone,
    cluId: row.clubId ?? 0,
    cluName: names.get(row.clubId ?? 0) ?? '',
  }));
};

const idDescriptions = async (
  dependencies: ApiDependencies,
  role: Official,
  clubId: number,
): Promise<IdDescription[]> =>
  (await officials(dependencies, role, clubId)).map(({ useId, useName, useSurname }) => ({
    Id: useId,
    Description: `${useName} ${useSurname}`,
  }));

@ApiTags('event planners')
@Controller('eventPlanners')
export class EventPlannersController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  /** Of the caller's club; for administrators of every club. */
  @Get('WithUser')
  @Allow('users.list', SCOPED_BY_QUERY)
  async withUser(@SignedIn() actor: Actor): Promise<EventPlannerRow[]> {
    const rows = await officials(this.dependencies, 'planner', clubScope(actor));
    return rows.map((row) => ({ eplId: row.useId, ...row }));
  }

  @Get('IdDescriptionByClub/:id')
  @Allow('users.list', clubInPath())
  ofClub(@IdParam('id') clubId: number): Promise<IdDescription[]> {
    return idDescriptions(this.dependencies, 'planner', clubId);
  }
}

@ApiTags('event viewers')
@Controller('eventViewers')
export class EventViewersController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  /** Of the caller's club; for administrators of every club. */
  @Get('WithUser')
  @Allow('users.list', SCOPED_BY_QUERY)
  async withUser(@SignedIn() actor: Actor): Promise<EventViewerRow[]> {
    const rows = await officials(this.dependencies, 'viewer', clubScope(actor));
    return rows.map((row) => ({ vieId: row.useId, ...row }));
  }

  @Get('IdDescriptionByClub/:id')
  @Allow('users.list', clubInPath())
  ofClub(@IdParam('id') clubId: number): Promise<IdDescription[]> {
    return idDescriptions(this.dependencies, 'viewer', clubId);
  }
}
