import { Readable } from 'node:stream';
import { Body, Controller, Inject, Post, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  EXPORT_CAR_MINUTES,
  EXPORT_SPAN_MS,
  SCREEN_EXPORTS,
  positionsExportRequest,
  screenExportRequest,
  type PastExportAnswer,
  type PositionsExportRequest,
} from '@flagpost/contracts';
import { refuse, type PastExport } from '@flagpost/domain';
import { Allow } from '../../access/allow.js';
import { eventInPath } from '../../access/resource-resolvers.js';
import { CommandMessage } from '../../dispatch/command-message.js';
import { DEPENDENCIES, type ApiDependencies } from '../../dependencies.js';
import { FromCaller, type Caller } from '../../http/caller.js';
import { IdParam } from '../../http/params.js';
import { ValidationError } from '../../http/validation-error.js';
import { byCarNumber } from '../../views/by-car-number.js';
import { positionsDeletedOf } from '../../views/deleted-positions.js';
import { raceReads } from '../../views/race.projection.js';
import { PAST_RACES, type PastRaces } from '../../history/replay/past-races.js';
import { attachment } from './export-name.js';
import { exportPast } from './exports.commands.js';
import { MEDIA_TYPES, createPositionFiles, type ExportedCar } from './position-file.js';

class PositionsBody extends createZodDto(positionsExportRequest) {}
class ScreenBody extends createZodDto(screenExportRequest) {}

type Asked = Pick<PositionsExportRequest, 'From' | 'To' | 'Invitations'>;

/** @throws {ValidationError} */
const spanOf = ({ From, To, Invitations }: Asked): Pick<PastExport, 'from' | 'to' | 'invitationIds'> => {
  const [from, to] = [Date.parse(From), Date.parse(To)];
  if (to < from) throw new ValidationError({ To: 'spanReversed' });
  return { from, to, invitationIds: [...new Set(Invitations)] };
};

const BINARY = { schema: { type: 'string', format: 'binary' } } as const;

/** Files of the past of a race. Each is recorded before it is made. */
@ApiTags('history')
@Controller('history')
export class ExportsController {
  private readonly positionFile: ReturnType<typeof createPositionFiles>;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(PAST_RACES) private readonly past: PastRaces,
    private readonly commands: CommandBus,
  ) {
    this.positionFile = createPositionFiles(past);
  }

  /** The positions of cars in a span, as a file. */
  @Post(':eventId/exports/positions')
  @Allow(exportPast.right, eventInPath('eventId'))
  @ApiCreatedResponse({
    content: { 'application/gpx+xml': BINARY, 'application/geo+json': BINARY, 'text/csv': BINARY },
  })
  async positions(
    @IdParam('eventId') eventId: number,
    @Body() body: PositionsBody,
    @FromCaller() caller: Caller,
  ): Promise<StreamableFile> {
    const { Format: format, Truth: truth } = body;
    const exported = { content: 'positions', format, truth, ...spanOf(body) } as const;
    if (exported.to - exported.from > EXPORT_SPAN_MS) throw new ValidationError({ To: 'exportTooLong' });
    const cars = await this.carsOf(eventId, exported);
    const made = await this.record(eventId, exported, caller);
    const pieces = this.positionFile(made.FileName, eventId, cars, exported);
    return new StreamableFile(Readable.from(pieces), {
      type: MEDIA_TYPES[exported.format],
      disposition: attachment(made.FileName),
    });
  }

  /** Records a file that the screen is about to make. */
  @Post(':eventId/exports')
  @Allow(exportPast.right, eventInPath('eventId'))
  screen(
    @IdParam('eventId') eventId: number,
    @Body() body: ScreenBody,
    @FromCaller() caller: Caller,
  ): Promise<PastExportAnswer> {
    const { Content: content, Truth: truth } = body;
    const exported = { content, format: SCREEN_EXPORTS[content], truth, ...spanOf(body) };
    return this.record(eventId, exported, caller);
  }

  private record(eventId: number, exported: PastExport, caller: Caller): Promise<PastExportAnswer> {
    return this.commands.execute(new CommandMessage('exportPast', { eventId, exported }, caller));
  }

  /** Those with positions in the span, by number. @throws {ValidationError} if there are too many positions */
  private async carsOf(
    eventId: number,
    { from, to, invitationIds }: Pick<PastExport, 'from' | 'to' | 'invitationIds'>,
  ): Promise<ExportedCar[]> {
    if ((await positionsDeletedOf(this.dependencies, eventId)) !== null) refuse('history.positionsDeleted');
    const heard = await this.past.heard(eventId, { from, to });
    const wanted = [...heard].filter(([id]) => invitationIds.length === 0 || invitationIds.includes(id));
    const minutes = wanted.reduce((sum, [, ofCar]) => sum + ofCar, 0);
    if (minutes > EXPORT_CAR_MINUTES) throw new ValidationError({ To: 'tooManyPositions' });
    const cars = await raceReads(this.dependencies.readModels).carsOf(wanted.map(([id]) => id));
    return cars
      .map(({ invitationId, carNumber }) => ({ invitationId, carNumber: carNumber ?? '' }))
      .sort((one, other) => byCarNumber(one.carNumber, other.carNumber));
  }
}
