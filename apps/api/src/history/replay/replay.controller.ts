import { Controller, Get, Inject, Query, StreamableFile, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { PAST_SPAN_MS, TRUTHS, type PastState, type PastStory } from '@flagpost/contracts';
import { Allow } from '../../access/allow.js';
import { eventInPath } from '../../access/resource-resolvers.js';
import { JsonInSlices } from '../../http/json-in-slices.js';
import { IdParam } from '../../http/params.js';
import { ValidationError, parseBody } from '../../http/validation-error.js';
import { instant } from '../../http/instant.js';
import { PAST_RACES, type PastRaces } from './past-races.js';
import { packPastSpan } from './past-span.js';

const truth = z.enum(TRUTHS).default('happened');
const moment = z.object({ instant, truth });
const span = z.object({ from: instant, to: instant, truth });

/** @throws {ValidationError} */
const spanOf = (query: unknown): z.infer<typeof span> => {
  const asked = parseBody(span, query);
  if (asked.to < asked.from) throw new ValidationError({ to: 'spanReversed' });
  if (asked.to - asked.from > PAST_SPAN_MS) throw new ValidationError({ to: 'pastSpanTooLong' });
  return asked;
};

const INSTANT = { type: 'string', format: 'date-time' } as const;
const TRUTH = { name: 'truth', required: false, schema: { type: 'string', enum: [...TRUTHS] } } as const;

@ApiTags('history')
@Controller('history')
export class ReplayController {
  constructor(@Inject(PAST_RACES) private readonly past: PastRaces) {}

  /** All of a race but its positions. */
  @Get(':eventId/story')
  @Allow('history.read', eventInPath('eventId'))
  @UseInterceptors(JsonInSlices)
  story(@IdParam('eventId') eventId: number): Promise<PastStory> {
    return this.past.story(eventId);
  }

  /** The race at an instant. */
  @Get(':eventId/at')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery({ name: 'instant', schema: INSTANT })
  @ApiQuery(TRUTH)
  at(@IdParam('eventId') eventId: number, @Query() query: unknown): Promise<PastState> {
    const asked = parseBody(moment, query);
    return this.past.at(eventId, asked.truth, asked.instant);
  }

  /** The states of all cars in a span, packed. */
  @Get(':eventId/span')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery({ name: 'from', schema: INSTANT })
  @ApiQuery({ name: 'to', schema: INSTANT })
  @ApiQuery(TRUTH)
  @ApiOkResponse({
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
  async span(@IdParam('eventId') eventId: number, @Query() query: unknown): Promise<StreamableFile> {
    const { from, to, truth: asked } = spanOf(query);
    const packed = await packPastSpan(await this.past.span(eventId, asked, { from, to }));
    return new StreamableFile(packed, { type: 'application/octet-stream' });
  }
}
