import { setImmediate as nextTurn } from 'node:timers/promises';
import { HISTORY_FIXES, type HistoryAnswer } from '@flagpost/contracts';
import { historyPages } from '@flagpost/records';
import { minuteOf } from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import { isoOf } from '../http/times.js';
import { ValidationError } from '../http/validation-error.js';
import type { ApiDependencies } from '../dependencies.js';
import { positionsDeletedOf } from '../views/deleted-positions.js';
import { raceReads } from '../views/race.projection.js';

type Fix = HistoryAnswer['cars'][number]['fixes'][number];

/** From `from` (inclusive) to `to` (exclusive), epoch ms of `receivedAt`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Blocks read at once; the event loop runs other work in between. */
const BLOCKS_AT_ONCE = 10;

async function* blocksOf(
  dependencies: Pick<ApiDependencies, 'records'>,
  eventId: number,
  { from, to }: Span,
  signal: AbortSignal,
) {
  const minutes = { first: minuteOf(from), last: minuteOf(to - 1) };
  for await (const blocks of historyPages(dependencies.records.history, eventId, BLOCKS_AT_ONCE, minutes)) {
    yield* blocks;
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** @throws {ValidationError} if the span has too many positions for one answer */
export const readHistory = async (
  dependencies: Pick<ApiDependencies, 'records' | 'readModels'>,
  eventId: number,
  span: Span,
  signal: AbortSignal,
): Promise<HistoryAnswer> => {
  const positionsDeleted = await positionsDeletedOf(dependencies, eventId);
  const fixesOf = new Map<number, Fix[]>();
  const codec = createHistoryCodec();
  let count = 0;
  const blocks = positionsDeleted === null ? blocksOf(dependencies, eventId, span, signal) : [];
  for await (const { invitationId, minute, bytes } of blocks) {
    const fixes = fixesOf.get(invitationId) ?? [];
    fixesOf.set(invitationId, fixes);
    for (const { receivedAt, t, lat, lng, speedKph, headingDeg } of codec.decode(minute, bytes)) {
      if (receivedAt < span.from || receivedAt >= span.to) continue;
      fixes.push([receivedAt, t, lat, lng, speedKph, headingDeg]);
      count += 1;
    }
    if (count > HISTORY_FIXES) throw new ValidationError({ to: 'tooManyPositions' });
  }
  const heard = [...fixesOf].filter(([, fixes]) => fixes.length > 0).sort(([one], [other]) => one - other);
  const cars = await raceReads(dependencies.readModels).carsOf(heard.map(([invitationId]) => invitationId));
  const numbers = new Map(cars.map(({ invitationId, carNumber }) => [invitationId, carNumber ?? '']));
  return {
    eventId,
    from: isoOf(span.from),
    to: isoOf(span.to),
    positionsDeleted,
    cars: heard.map(([invitationId, fixes]) => ({
      InvitationId: invitationId,
      CarNumber: numbers.get(invitationId) ?? '',
      fixes: fixes.sort(([one], [other]) => one - other),
    })),
  };
};
