import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ClubDetails } from '@flagpost/domain';
import { CommandMessage } from '../dispatch/command-message.js';
import { systemCaller } from '../http/caller.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { clubReads } from '../views/clubs.projection.js';

type KnownClub = Pick<ClubDetails, 'name' | 'countryId' | 'state' | 'city' | 'address' | 'position'>;

/** Creates clubs for composition roots. */
@Injectable()
export class Clubs {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  /** Registers the club unless its name exists. Returns its id. @throws {DomainError} */
  async ensure(club: KnownClub, mail?: string): Promise<number> {
    const known = await clubReads(this.dependencies.readModels).byName(club.name);
    if (known !== null) return known.clubId;
    const details = {
      ...club,
      web: null,
      socialNetwork: null,
      facebook: null,
      instagram: null,
      contactId: null,
    };
    const caller = systemCaller(this.dependencies.ids, `club ${details.name}`);
    return this.commands.execute(new CommandMessage('ensureClub', { details, mail: mail ?? null }, caller));
  }
}
