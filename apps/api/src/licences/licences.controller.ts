import { Body, Controller, Get, Inject, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  licenceRequest,
  licencesByDateQuery,
  type Actor,
  type LicenceAnswer,
  type LicenceRow,
} from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY, type SubjectOf } from '../access/allow.js';
import { clubInPath } from '../access/resource-resolvers.js';
import { eventReads } from '../views/events.projection.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { idText, parseBody, parseField } from '../http/validation-error.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { isoOf } from '../http/times.js';
import { clubReads } from '../views/clubs.projection.js';
import { timeZoneOf } from '../countries/time-zones.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { editLicence, grantLicence, termsOf } from './licences.commands.js';
import { licenceReads, type LicenceDocument } from '../views/licences.projection.js';

class LicenceBody extends createZodDto(licenceRequest) {}

const licenceInPath: SubjectOf = async ({ request, readModels }) => {
  const licence = await licenceReads(readModels).get(parseField(idText, 'id', request.params['id']));
  return licence === null ? [] : [{ clubId: licence.clubId }];
};

@ApiTags('licenses')
@Controller('licenses')
export class LicencesController {
  private readonly licences;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {
    this.licences = licenceReads(dependencies.readModels);
  }

  @Get()
  @Allow('licences.read', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<LicenceRow[]> {
    return this.rows(await this.licences.list(clubScope(actor)));
  }

  @Get('byClub/:id')
  @Allow('licences.read', clubInPath())
  async ofClub(@IdParam('id') clubId: number): Promise<LicenceRow[]> {
    return this.rows(await this.licences.list(clubId));
  }

  /** The one that counts now; not found if there is none. */
  @Get('Current/:id')
  @Allow('licences.read', clubInPath())
  async current(@IdParam('id') clubId: number): Promise<LicenceRow> {
    return this.row((await this.licences.current([clubId], this.dependencies.clock.now()))[0]);
  }

  @Get('byDate/:clubId')
  @Allow('licences.read', clubInPath('clubId'))
  @ApiQuery({ name: 'from', schema: { type: 'string', format: 'date-time' } })
  @ApiQuery({ name: 'to', schema: { type: 'string', format: 'date-time' } })
  async byDate(
    @IdParam('clubId') clubId: number,
    @Query() query: Record<string, unknown>,
  ): Promise<LicenceRow[]> {
    const { from, to } = parseBody(licencesByDateQuery, query);
    return this.rows(await this.licences.within(clubId, { from: Date.parse(from), to: Date.parse(to) }));
  }

  @Get(':id')
  @Allow('licences.read', licenceInPath)
  async one(@IdParam('id') licenceId: number): Promise<LicenceRow> {
    return this.row(await this.licences.get(licenceId));
  }

  @Post()
  @Allow(grantLicence.right)
  grant(@Body() body: LicenceBody, @FromCaller() caller: Caller): Promise<LicenceAnswer> {
    const data = { clubId: body.ClubId, terms: termsOf(body) };
    return this.commands.execute(new CommandMessage('grantLicence', data, caller));
  }

  @Put(':id')
  @Allow(editLicence.right)
  edit(
    @IdParam('id') licenceId: number,
    @Body() body: LicenceBody,
    @FromCaller() caller: Caller,
  ): Promise<LicenceAnswer> {
    return this.commands.execute(new CommandMessage('editLicence', { licenceId, licence: body }, caller));
  }

  private async row(licence: LicenceDocument | null | undefined): Promise<LicenceRow> {
    const [row] = licence == null ? [] : await this.rows([licence]);
    return found(row);
  }

  private async rows(licences: readonly LicenceDocument[]): Promise<LicenceRow[]> {
    const { readModels } = this.dependencies;
    const clubs = await clubReads(readModels).getMany([...new Set(licences.map(({ clubId }) => clubId))]);
    const byId = new Map(clubs.map((club) => [club.clubId, club]));
    return Promise.all(
      licences.map(async (licence) => {
        const club = byId.get(licence.clubId);
        return {
          LicId: licence.licenceId,
          ClubId: licence.clubId,
          Name: club?.name ?? '',
          Total: licence.total,
          licTotal: licence.total,
          Given: licence.used.length,
          licLicenseGiven: licence.used.length,
          From: isoOf(licence.from),
          To: isoOf(licence.to),
          TimeZone: timeZoneOf(club?.countryId ?? 0),
          Events: await eventReads(readModels).countWithin(licence.clubId, licence),
        };
      }),
    );
  }
}
