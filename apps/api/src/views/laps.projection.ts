import type { LapEpoch, LapRow, PastLap } from '@flagpost/contracts';
import { epochWasOver, type FlagpostEvent, type Lap } from '@flagpost/domain';
import { projection, type Filter, type ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { raceReads, type RaceCar } from './race.projection.js';

const LAPS = 'laps';
const RESETS = 'lapResets';
interface Resets {
  readonly eventId: number;
  readonly resets: readonly LapEpoch[];
}

const lapId = ({ invitationId, lapEpoch, lap }: Lap): string => `${invitationId}-${lapEpoch}-${lap}`;

/**
 * A reset takes its time before it is recorded, and a lap is decided before it is recorded too: either may come first in
 * the log. In both orders a lap that was received after a reset belongs to no epoch that the reset has ended.
 */
export const lapsProjection = projection<FlagpostEvent>({
  name: 'laps',
  version: 4,
  views: [LAPS, RESETS],
  indexes: { [LAPS]: [{ eventId: 1, crossedAt: 1, invitationId: 1 }] },
  on: {
    async LapRecorded({ data }, views) {
      const known = await views<Resets>(RESETS).get(data.eventId);
      if (known === null || !epochWasOver(data, known.resets)) await views<Lap>(LAPS).put(lapId(data), data);
    },
    async LapsReset({ data: { eventId, epoch, beganAt } }, views) {
      const known = await views<Resets>(RESETS).get(eventId);
      const resets = [...(known?.resets ?? []), { epoch, beganAt }];
      await views<Resets>(RESETS).put(eventId, { eventId, resets });
      const late = { eventId, lapEpoch: { $lt: epoch }, receivedAt: { $gte: beganAt } };
      for (const lap of await views<Lap>(LAPS).find(late)) await views<Lap>(LAPS).delete(lapId(lap));
    },
    async EventDeleted({ data: { eventId } }, views) {
      await views<Resets>(RESETS).delete(eventId);
      for (const lap of await views<Lap>(LAPS).find({ eventId })) await views<Lap>(LAPS).delete(lapId(lap));
    },
  },
});

export const anyLap = async (readModels: ReadModels, eventId: number): Promise<boolean> =>
  (await readModels.view<Lap>(LAPS).find({ eventId }, { limit: 1 })).length > 0;

export const lapRowOf = (
  { invitationId, lapEpoch, lap, lapTimeMs, crossedAt }: Lap,
  car: Pick<RaceCar, 'carNumber'> | null | undefined,
): LapRow => ({
  InvitationId: invitationId,
  CarNumber: car?.carNumber ?? '',
  LapEpoch: lapEpoch,
  Lap: lap,
  lapTimeMs,
  crossedAt: isoOf(crossedAt),
});

/** In order of crossing. */
export const lapRows = async (readModels: ReadModels, filter: Filter): Promise<LapRow[]> => {
  const laps = await readModels.view<Lap>(LAPS).find(filter, { sort: { crossedAt: 1, invitationId: 1 } });
  const cars = await raceReads(readModels).carsOf(laps.map(({ invitationId }) => invitationId));
  const carOf = new Map(cars.map((car) => [car.invitationId, car]));
  return laps.map((lap) => lapRowOf(lap, carOf.get(lap.invitationId)));
};

/** The laps of an event in order of crossing, as a race's story has them. */
export const pastLaps = async (readModels: ReadModels, eventId: number): Promise<PastLap[]> => {
  const laps = await readModels
    .view<Lap>(LAPS)
    .find({ eventId }, { sort: { crossedAt: 1, invitationId: 1 } });
  return laps.map(({ invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt }) => [
    invitationId,
    lapEpoch,
    lap,
    lapTimeMs,
    crossedAt,
    receivedAt,
  ]);
};
