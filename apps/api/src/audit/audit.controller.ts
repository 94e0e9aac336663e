import { Readable } from 'node:stream';
import { Controller, Get, Inject, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import {
  AS_IT_WAS,
  asItWasQuery,
  AUDIT_PAGE,
  auditQuery,
  type AsItWasLine,
  type AuditAnswer,
  type AuditEventAnswer,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { mutex } from '@flagpost/platform';
import { Allow, HIDDEN_BY_METHOD } from '../access/allow.js';
import { SignedIn } from '../http/caller.js';
import { jsonInSlices } from '../http/json-in-slices.js';
import { IdParam } from '../http/params.js';
import type { TokenIdentity } from '../http/request.js';
import { isoOrNull } from '../http/times.js';
import { parseBody } from '../http/validation-error.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { asItWas, type AsItWasStep, type AskedAsItWas } from './as-it-was.js';
import { auditEvent } from './audit-event.js';
import { AUDIT_INDEX, readEvent, type AuditIndex } from './audit-index.js';
import { carKey, kindKey, personKey, raceKey, streamKey } from './event-keys.js';
import { filteredInQuery } from './filtered.js';
import { oneAtATime } from './one-at-a-time.js';
import { maySeeThen } from './race-then.js';
import { auditRows } from './rows.js';
import { isVisible, searchLog } from './search.js';

/** How long an answer waits for what was recorded just now. */
const WAIT_MS = 500;

/** The rarest first, as the index wants them. */
const keysIn = ({ person, kind, stream, car, race }: z.infer<typeof auditQuery>): readonly string[] => [
  ...(stream === undefined ? [] : [streamKey(stream)]),
  ...(car === undefined ? [] : [carKey(car)]),
  ...(race === undefined ? [] : [raceKey(race)]),
  ...(person === undefined ? [] : [personKey(person)]),
  ...(kind === undefined ? [] : [kindKey(kind)]),
];

const LINES = 'application/x-ndjson';

const lineOf = (line: AsItWasLine): string => `${JSON.stringify(line)}\n`;

@ApiTags('audit')
@Controller('audit')
export class AuditController {
  /** One event at a time: to show it, its stream is folded. */
  private readonly runExclusive = mutex();
  private readonly inTurn = oneAtATime();

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(AUDIT_INDEX) private readonly index: AuditIndex,
  ) {}

  @Get()
  @Allow('audit.read', filteredInQuery)
  @ApiOperation({ summary: 'Events of the log, newest first, in pages' })
  @ApiQuery({ name: 'before', required: false, schema: { type: 'integer', minimum: 1 } })
  @ApiQuery({ name: 'until', required: false, schema: { type: 'string', format: 'date-time' } })
  @ApiQuery({ name: 'from', required: false, schema: { type: 'string', format: 'date-time' } })
  @ApiQuery({ name: 'race', required: false, schema: { type: 'integer', minimum: 1 } })
  @ApiQuery({ name: 'car', required: false, schema: { type: 'integer', minimum: 1 } })
  @ApiQuery({ name: 'stream', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'kind', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'person', required: false, schema: { type: 'integer', minimum: 1 } })
  async page(@Query() asked: unknown, @SignedIn() actor: TokenIdentity): Promise<AuditAnswer> {
    const query = parseBody(auditQuery, asked);
    const isComplete = await this.index.caughtUp(WAIT_MS);
    const { eventIndex } = this.dependencies;
    const { found, next } = await searchLog(this.dependencies, actor, {
      keys: keysIn(query),
      from: query.from ?? null,
      until: query.until ?? null,
      below: query.before ?? null,
      limit: AUDIT_PAGE,
    });
    const last = next === null ? null : await eventIndex.get(next);
    const head = await eventIndex.head();
    return {
      Events: await auditRows(this.dependencies, actor, found),
      Before: next,
      SearchedTo: isoOrNull(last?.recordedAt ?? null),
      IsComplete: isComplete,
      IndexedTo: isoOrNull(head?.recordedAt ?? null),
    };
  }

  @Get('asItWas/:eventId')
  @Allow('audit.read', HIDDEN_BY_METHOD)
  @ApiOperation({
    summary: 'An event, its competitors or its route at an instant, with lines of progress before it',
  })
  @ApiQuery({ name: 'instant', schema: { type: 'string', format: 'date-time' } })
  @ApiQuery({ name: 'what', schema: { type: 'string', enum: [...AS_IT_WAS] } })
  @ApiOkResponse({ content: { [LINES]: { schema: { type: 'string' } } } })
  async asItWas(
    @IdParam('eventId') eventId: number,
    @Query() query: unknown,
    @SignedIn() actor: TokenIdentity,
  ): Promise<StreamableFile> {
    const { what, instant } = parseBody(asItWasQuery, query);
    if (!(await maySeeThen(this.dependencies, actor, eventId, instant))) refuse('notFound');
    const isComplete = await this.index.caughtUp(WAIT_MS);
    const lines = this.linesOf({ eventId, what, instant, isComplete });
    return new StreamableFile(Readable.from(lines), { type: LINES });
  }

  /** Ends if the client goes away, which destroys its stream. The answer is sent after the turn, however slowly it is read. */
  private async *linesOf(asked: AskedAsItWas): AsyncGenerator<string> {
    yield lineOf({ Progress: { Streams: 0, Of: null, Events: 0 } });
    let answer: AsItWasStep | null = null;
    for await (const line of this.inTurn(asItWas(this.dependencies, asked)))
      if ('Answer' in line) answer = line;
      else yield lineOf(line);
    yield* jsonInSlices(answer);
    yield '\n';
  }

  @Get(':number')
  @Allow('audit.read', HIDDEN_BY_METHOD)
  @ApiOperation({ summary: 'An event of the log in full, what it changed, and the chain of its causes' })
  async event(
    @IdParam('number') number: number,
    @SignedIn() actor: TokenIdentity,
  ): Promise<AuditEventAnswer> {
    await this.index.caughtUp(WAIT_MS);
    const place = await this.dependencies.eventIndex.get(number);
    const event = place === null ? null : await readEvent(this.dependencies, place);
    if (event === null || !isVisible(actor, event)) refuse('notFound');
    return this.runExclusive(() => auditEvent(this.dependencies, actor, { number, event }));
  }
}
