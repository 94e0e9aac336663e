import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  AREA_CORNERS,
  FAULTS,
  QUESTION_SPAN_MS,
  SECTOR_WITHIN_M,
  SLOWER_PERCENT,
  TRUTHS,
  type DistancesAnswer,
  type FlagResponseAnswer,
  type LatLng,
  type PassesAnswer,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { mutex } from '@flagpost/platform';
import { polygonArea, stretchArea, type Area } from '@flagpost/telemetry';
import { raceLine, stretch } from '@flagpost/track-geometry';
import { Allow } from '../../access/allow.js';
import { eventInPath } from '../../access/resource-resolvers.js';
import { DEPENDENCIES, type ApiDependencies } from '../../dependencies.js';
import { instant } from '../../http/instant.js';
import { ID_SCHEMA, IdParam } from '../../http/params.js';
import { ValidationError, idText, parseBody } from '../../http/validation-error.js';
import { routeReads } from '../../views/routes.projection.js';
import { PAST_RACES, type PastRaces } from '../../history/replay/past-races.js';
import { distances, flagResponse, passes } from './answers.js';

const truth = z.enum(TRUTHS).default('happened');
const distancesQuery = z.object({ instant, truth, car: idText, other: idText.optional() });

const NUMBER = /^-?\d{1,3}(\.\d{1,12})?$/;
/** `lat,lng` of each corner, with a semicolon between. */
const corners = z.string().transform((text, context): LatLng[] => {
  const places = text.split(';').map((corner) => corner.split(','));
  const isOnEarth = ([lat = '', lng = '', ...more]: string[]): boolean =>
    more.length === 0 &&
    [lat, lng].every((value) => NUMBER.test(value)) &&
    Math.abs(Number(lat)) <= 90 &&
    Math.abs(Number(lng)) <= 180;
  const isPolygon = places.length >= AREA_CORNERS.min && places.length <= AREA_CORNERS.max;
  if (!isPolygon || !places.every(isOnEarth)) {
    context.addIssue({ code: 'custom', message: FAULTS.area });
    return z.NEVER;
  }
  return places.map(([lat, lng]) => ({ lat: Number(lat), lng: Number(lng) }));
});
const passesQuery = z.object({
  from: instant,
  to: instant,
  truth,
  area: corners.optional(),
  sector: idText.optional(),
});

const percent = z
  .string()
  .regex(/^\d{1,2}$/, FAULTS.number)
  .transform(Number)
  .pipe(z.number().min(SLOWER_PERCENT.min).max(SLOWER_PERCENT.max));
const responseQuery = z.object({ truth, slower: percent.default(SLOWER_PERCENT.usual) });

/** @throws {ValidationError} */
const passesAsked = (query: unknown): z.infer<typeof passesQuery> => {
  const asked = parseBody(passesQuery, query);
  if (asked.to < asked.from) throw new ValidationError({ to: 'spanReversed' });
  if (asked.to - asked.from > QUESTION_SPAN_MS) throw new ValidationError({ to: 'questionTooLong' });
  if ((asked.area === undefined) === (asked.sector === undefined))
    throw new ValidationError({ area: 'area' });
  return asked;
};

const INSTANT = { type: 'string', format: 'date-time' } as const;
const TRUTH = { name: 'truth', required: false, schema: { type: 'string', enum: [...TRUTHS] } } as const;

/** Questions of stewards, each answered as a table. */
@ApiTags('history')
@Controller('history')
export class QuestionsController {
  /** One race is looked through at a time. */
  private readonly runExclusive = mutex();

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(PAST_RACES) private readonly past: PastRaces,
  ) {}

  /** How far a car was from another, or from every other. */
  @Get(':eventId/distances')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery({ name: 'instant', schema: INSTANT })
  @ApiQuery(TRUTH)
  @ApiQuery({ name: 'car', schema: ID_SCHEMA })
  @ApiQuery({ name: 'other', required: false, schema: ID_SCHEMA })
  distances(@IdParam('eventId') eventId: number, @Query() query: unknown): Promise<DistancesAnswer> {
    const { other, ...asked } = parseBody(distancesQuery, query);
    return distances(this.past, { eventId, ...asked, other });
  }

  /** Each time that a car was in an area or a sector, with its speeds. */
  @Get(':eventId/passes')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery({ name: 'from', schema: INSTANT })
  @ApiQuery({ name: 'to', schema: INSTANT })
  @ApiQuery(TRUTH)
  @ApiQuery({ name: 'area', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'sector', required: false, schema: ID_SCHEMA })
  async passes(@IdParam('eventId') eventId: number, @Query() query: unknown): Promise<PassesAnswer> {
    const { area: asked, sector, ...span } = passesAsked(query);
    const area = asked === undefined ? await this.areaOf(eventId, sector) : polygonArea(asked);
    return this.runExclusive(() => passes(this.past, area, { eventId, ...span }));
  }

  /** How each car followed a flag: when it was shown and confirmed, and when the car slowed down. */
  @Get(':eventId/flags/:flagId/response')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery(TRUTH)
  @ApiQuery({
    name: 'slower',
    required: false,
    schema: { type: 'integer', minimum: SLOWER_PERCENT.min, maximum: SLOWER_PERCENT.max },
  })
  response(
    @IdParam('eventId') eventId: number,
    @IdParam('flagId') flagId: number,
    @Query() query: unknown,
  ): Promise<FlagResponseAnswer> {
    const { truth: asked, slower } = parseBody(responseQuery, query);
    return flagResponse(this.past, { eventId, truth: asked, flagId, slowerPercent: slower });
  }

  /** @throws {DomainError} sector.missing if it has no stretch on the line that is driven */
  private async areaOf(eventId: number, sectorId: number | undefined): Promise<Area> {
    const { sectors, tracks, finish } = await routeReads(this.dependencies.readModels).get(eventId);
    const gates = sectors.find((sector) => sector.sectorId === sectorId)?.stretch;
    const line = tracks[raceLine(tracks, finish) ?? -1];
    if (gates == null || line === undefined) return refuse('sector.missing', 'missing');
    const drawn = stretch(line, gates.from, gates.to) ?? refuse('sector.missing', 'missing');
    return stretchArea(drawn.points, SECTOR_WITHIN_M);
  }
}
