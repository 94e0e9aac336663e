import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  AREA_CORNERS,
  FAULTS,
  QUESTION_SPAN_MS,
  SLOWER_PERCENT,
  STRETCH_WITHIN_M,
  TRUTHS,
  type DistancesAnswer,
  type FlagResponseAnswer,
  type LatLng,
  type PassesAnswer,
  type PastPart,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { polygonArea, stretchArea, type Area } from '@flagpost/telemetry';
import {
  isClosed,
  lengthM,
  raceLine,
  stretch,
  stretchAlong,
  stretchFault,
  type Line,
} from '@flagpost/track-geometry';
import { Allow } from '../../access/allow.js';
import { eventInPath } from '../../access/resource-resolvers.js';
import { DEPENDENCIES, type ApiDependencies } from '../../dependencies.js';
import { instant } from '../../http/instant.js';
import { longReads } from '../../http/long-reads.js';
import { ID_SCHEMA, IdParam } from '../../http/params.js';
import type { ApiRequest } from '../../http/request.js';
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
const metres = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,15})?$/, FAULTS.number)
  .transform(Number)
  .pipe(z.number().min(0));
const passesQuery = z.object({
  from: instant,
  to: instant,
  truth,
  area: corners.optional(),
  sector: idText.optional(),
  fromM: metres.optional(),
  toM: metres.optional(),
});

const percent = z
  .string()
  .regex(/^\d{1,2}$/, FAULTS.number)
  .transform(Number)
  .pipe(z.number().min(SLOWER_PERCENT.min).max(SLOWER_PERCENT.max));
const responseQuery = z.object({ truth, slower: percent.default(SLOWER_PERCENT.usual) });

type PassesQuery = z.infer<typeof passesQuery>;

/** @throws {ValidationError} unless exactly one part is asked for */
const partAsked = ({ area, sector, fromM, toM }: Partial<PassesQuery>): PastPart => {
  const parts = [area, sector, fromM ?? toM].filter((part) => part !== undefined);
  if (parts.length !== 1) throw new ValidationError({ area: 'area' });
  if (area !== undefined) return { area };
  if (sector !== undefined) return { sector };
  if (fromM === undefined) throw new ValidationError({ fromM: 'stretchEnds' });
  if (toM === undefined) throw new ValidationError({ toM: 'stretchEnds' });
  return { fromM, toM };
};

/** @throws {ValidationError} */
const passesAsked = (query: unknown): Pick<PassesQuery, 'from' | 'to' | 'truth'> & { where: PastPart } => {
  const { from, to, truth: asked, ...part } = parseBody(passesQuery, query);
  if (to < from) throw new ValidationError({ to: 'spanReversed' });
  if (to - from > QUESTION_SPAN_MS) throw new ValidationError({ to: 'questionTooLong' });
  return { from, to, truth: asked, where: partAsked(part) };
};

/** @throws {ValidationError} unless both points are on the line, the second in driving order after the first */
const pointsBetween = (line: Line, { fromM, toM }: { fromM: number; toM: number }): Line => {
  const wholeM = lengthM(line);
  if (fromM > wholeM) throw new ValidationError({ fromM: 'beyondTrack' });
  if (toM > wholeM) throw new ValidationError({ toM: 'beyondTrack' });
  if (stretchFault(isClosed(line), fromM, toM) !== null)
    throw new ValidationError({ toM: 'stretchReversed' });
  return stretchAlong(line, fromM, toM).points;
};

const INSTANT = { type: 'string', format: 'date-time' } as const;
const METRES = { type: 'number', minimum: 0 } as const;
const TRUTH = { name: 'truth', required: false, schema: { type: 'string', enum: [...TRUTHS] } } as const;

/** Questions of stewards, each answered as a table. */
@ApiTags('history')
@Controller('history')
export class QuestionsController {
  private readonly reading = longReads();

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

  /** Each time that a car was in an area, a sector or a stretch between two points of the race line, with its speeds. */
  @Get(':eventId/passes')
  @Allow('history.read', eventInPath('eventId'))
  @ApiQuery({ name: 'from', schema: INSTANT })
  @ApiQuery({ name: 'to', schema: INSTANT })
  @ApiQuery(TRUTH)
  @ApiQuery({ name: 'area', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'sector', required: false, schema: ID_SCHEMA })
  @ApiQuery({ name: 'fromM', required: false, schema: METRES })
  @ApiQuery({ name: 'toM', required: false, schema: METRES })
  async passes(
    @IdParam('eventId') eventId: number,
    @Query() query: unknown,
    @Req() request: ApiRequest,
  ): Promise<PassesAnswer> {
    const asked = passesAsked(query);
    const area = await this.areaOf(eventId, asked.where);
    return this.reading(request, (gone) => passes(this.past, area, { eventId, ...asked }, gone));
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

  /**
   * @throws {DomainError} sector.missing if it has no stretch on the race line; track.missing without a race line
   * @throws {ValidationError} if the line has no stretch between the two points
   */
  private async areaOf(eventId: number, where: PastPart): Promise<Area> {
    if ('area' in where) return polygonArea(where.area);
    const { sectors, tracks, finish } = await routeReads(this.dependencies.readModels).get(eventId);
    const line = tracks[raceLine(tracks, finish) ?? -1];
    if ('fromM' in where) {
      const points = pointsBetween(line ?? refuse('track.missing', 'missing'), where);
      return stretchArea(points, STRETCH_WITHIN_M);
    }
    const gates = sectors.find(({ sectorId }) => sectorId === where.sector)?.stretch;
    if (gates == null || line === undefined) return refuse('sector.missing', 'missing');
    const drawn = stretch(line, gates.from, gates.to) ?? refuse('sector.missing', 'missing');
    return stretchArea(drawn.points, STRETCH_WITHIN_M);
  }
}
