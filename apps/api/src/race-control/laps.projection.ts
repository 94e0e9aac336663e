import type { LapRow } from '@flagpost/contracts';
import type { FlagpostEvent, Lap } from '@flagpost/domain';
import { projection, type Filter, type ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { raceReads, type RaceCar } from './race.projection.js';

const LAPS = 'laps';

export const lapsProjection = projection<FlagpostEvent>({
  name: 'laps',
  version: 1,
  views: [LAPS],
  indexes: { [LAPS]: [{ eventId: 1, crossedAt: 1, invitationId: 1 }] },
  on: {
    async LapRecorded({ data }, views) {
      const { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt } = data;
      const id = `${invitationId}-${lapEpoch}-${lap}`;
      const document = { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt };
      await views<Lap>(LAPS).put(id, document);
    },
  },
});

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
