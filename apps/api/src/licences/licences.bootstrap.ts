import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LicenceTerms } from '@flagpost/domain';
import { CommandMessage } from '../dispatch/command-message.js';
import { systemCaller } from '../http/caller.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { licenceReads } from '../views/licences.projection.js';

/** Creates licences for composition roots. */
@Injectable()
export class Licences {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  /** Grants the institution a licence unless it has one. @throws {DomainError} */
  async ensure(clubId: number, terms: LicenceTerms): Promise<void> {
    const { readModels, ids } = this.dependencies;
    if ((await licenceReads(readModels).list(clubId)).length > 0) return;
    const caller = systemCaller(ids, `licence of club ${clubId}`);
    await this.commands.execute(new CommandMessage('grantLicence', { clubId, terms }, caller));
  }
}
