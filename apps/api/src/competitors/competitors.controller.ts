import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CompetitorRow, Language } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInPath } from '../access/resource-resolvers.js';
import { eventReads } from '../views/events.projection.js';
import { found } from '../http/found.js';
import { FromLanguage } from '../http/language.js';
import { IdParam } from '../http/params.js';
import { PARTS, type ApiParts } from '../parts.js';
import { competitorRows } from './competitor-rows.js';

/** Who competes in an event. */
@ApiTags('competitors')
@Controller()
export class CompetitorsController {
  constructor(@Inject(PARTS) private readonly parts: ApiParts) {}

  @Get('events/drivers/:id')
  @Allow('competitors.read', eventInPath())
  async ofEvent(
    @IdParam('id') eventId: number,
    @FromLanguage() language: Language,
  ): Promise<CompetitorRow[]> {
    const event = found(await eventReads(this.parts.readModels).get(eventId));
    return competitorRows(this.parts, event, language);
  }
}
