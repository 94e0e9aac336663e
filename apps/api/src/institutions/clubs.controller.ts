import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor, IdDescription, MyClubAnswer } from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { clubInPath } from '../access/subjects.js';
import { SignedIn } from '../http/caller.js';
import { Refusal } from '../http/errors.filter.js';
import { IdParam } from '../http/params.js';
import { PARTS, type ApiParts } from '../parts.js';
import { clubReads, type ClubDocument } from './clubs.projection.js';

@ApiTags('clubs')
@Controller('clubs')
export class ClubsController {
  private readonly clubs;

  constructor(@Inject(PARTS) { readModels }: ApiParts) {
    this.clubs = clubReads(readModels);
  }

  @Get('IdDescription')
  @Allow('clubs.read', SCOPED_BY_QUERY)
  async idDescription(@SignedIn() actor: Actor): Promise<readonly IdDescription[]> {
    const clubs = await this.clubs.list(clubScope(actor));
    return clubs.map((club) => ({ Id: club.clubId, Description: club.name }));
  }

  @Get(':id')
  @Allow('clubs.read', clubInPath())
  async one(@IdParam('id') clubId: number): Promise<MyClubAnswer> {
    return answered(await this.clubs.get(clubId));
  }
}

@ApiTags('users')
@Controller('users')
export class MyClubController {
  private readonly clubs;

  constructor(@Inject(PARTS) { readModels }: ApiParts) {
    this.clubs = clubReads(readModels);
  }

  /** The club of who asks; administrators have none. */
  @Get('myClub')
  @Allow('clubs.read', SCOPED_BY_QUERY)
  async mine(@SignedIn() actor: Actor): Promise<MyClubAnswer> {
    return answered(actor.clubId === null ? null : await this.clubs.get(actor.clubId));
  }
}

const answered = (club: ClubDocument | null): MyClubAnswer => {
  if (club === null) throw new Refusal(404);
  return {
    cluId: club.clubId,
    cluName: club.name,
    cluLatitude: club.position && String(club.position.lat),
    cluLongitude: club.position && String(club.position.lng),
  };
};
