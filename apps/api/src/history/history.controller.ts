import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { HISTORY_SPAN_MS, type HistoryAnswer } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInPath } from '../access/resource-resolvers.js';
import { ValidationError, parseBody } from '../http/validation-error.js';
import { longReads } from '../http/long-reads.js';
import { IdParam } from '../http/params.js';
import type { ApiRequest } from '../http/request.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { readHistory, type Span } from './history.js';
import { instant } from '../http/instant.js';

const instants = z.object({ from: instant, to: instant });

/** @throws {ValidationError} */
const spanOf = (query: unknown): Span => {
  const span = parseBody(instants, query);
  if (span.to < span.from) throw new ValidationError({ to: 'spanReversed' });
  if (span.to - span.from > HISTORY_SPAN_MS) throw new ValidationError({ to: 'spanTooLong' });
  return span;
};

@ApiTags('history')
@Controller('history')
export class HistoryController {
  private readonly reading = longReads();

  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  /** The positions of every car, ordered by the time of their receipt. */
  @Get(':eventId')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery({
    name: 'from',
    schema: { type: 'string', format: 'date-time' },
  })
  @ApiQuery({ name: 'to', schema: { type: 'string', format: 'date-time' } })
  async read(
    @IdParam('eventId') eventId: number,
    @Query() query: unknown,
    @Req() request: ApiRequest,
  ): Promise<HistoryAnswer> {
    const span = spanOf(query);
    return this.reading(request, (gone) => readHistory(this.dependencies, eventId, span, gone));
  }
}
