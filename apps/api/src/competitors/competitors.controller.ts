import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CompetitorRow, Language } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInPath } from '../access/resource-resolvers.js';
import { eventReads } from '../views/events.projection.js';
import { found } from '../http/found.js';
import { FromLanguage } from '../http/language.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { competitorRows } from './competitor-rows.js';

/** The competitors of an event. */
@ApiTags('competitors')
@Controller()
export class CompetitorsController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get('events/drivers/:id')
  @Allow('competitors.read', eventInPath())
  async ofEvent(
    @IdParam('id') eventId: number,
    @FromLanguage() language: Language,
  ): Promise<CompetitorRow[]> {
    const event = found(await eventReads(this.dependencies.readModels).get(eventId));
    return competitorRows(this.dependencies, event, language);
  }
}
