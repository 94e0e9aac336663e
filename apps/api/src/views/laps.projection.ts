import type { LapRow } from '@flagpost/contracts';
import type { FlagpostEvent, Lap } from '@flagpost/domain';
import { projection, type Filter, type ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { raceReads, type RaceCar } from './race.projection.js';

const LAPS = 'laps';

const lapId = ({ invitationId, lapEpoch, lap }: Lap): string => `${invitationId}-${lapEpoch}-${lap}`;

export const lapsProjection = projection<FlagpostEvent>({
  name: 'laps',
  version: 3,
  views: [LAPS],
  indexes: { [LAPS]: [{ eventId: 1, crossedAt: 1, invitationId: 1 }] },
  on: {
    async LapRecorded({ data }, views) {
      const { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt } = data;
      const document = { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt };
      await views<Lap>(LAPS).put(lapId(data), document);
    },
    /** A lap that was received after the reset and recorded before it belongs to no epoch that is over. */
    async LapsReset({ data: { eventId, epoch, beganAt } }, views) {
      const late = { eventId, lapEpoch: { $lt: epoch }, receivedAt: { $gte: beganAt } };
      for (const lap of await views<Lap>(LAPS).find(late)) await views<Lap>(LAPS).delete(lapId(lap));
    },
    async EventDeleted({ data: { eventId } }, views) {
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
