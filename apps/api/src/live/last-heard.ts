import { RACING_WITHIN_MS, type LiveCar } from '@flagpost/contracts';
import { historyMinuteOf, type HistoryStore } from '@flagpost/records';
import { minuteOf } from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import { lapEpochOf, lapsOf, type Race, type RaceCar } from '../views/race.projection.js';
import { liveOf } from '../views/running-cars.js';

/**
 * The state of each of these cars when it was heard last before it was taken off, by invitation, from what is stored of the race.
 * None for a car that was not heard for `RACING_WITHIN_MS` before.
 */
export const lastHeard = async (
  history: Pick<HistoryStore, 'get' | 'read'>,
  race: Race,
  takenOff: readonly RaceCar[],
): Promise<ReadonlyMap<number, LiveCar>> => {
  const wanted = new Map<number, Map<number, RaceCar>>();
  for (const car of takenOff) {
    const { invitationId, takenOffAt } = car;
    if (takenOffAt === null) continue;
    for (const minute of [minuteOf(takenOffAt - RACING_WITHIN_MS), minuteOf(takenOffAt)]) {
      const cars = wanted.get(minute) ?? new Map<number, RaceCar>();
      wanted.set(minute, cars.set(invitationId, car));
    }
  }
  const codec = createHistoryCodec();
  const last = new Map<number, LiveCar>();
  for (const [minute, cars] of [...wanted].sort(([one], [other]) => one - other)) {
    const blocks = await historyMinuteOf(history, race.eventId, minute, [...cars.keys()]);
    for (const { invitationId, bytes } of blocks) {
      const entry = cars.get(invitationId);
      const fixes = codec.decode(minute, bytes).sort((one, other) => one.receivedAt - other.receivedAt);
      const newest = fixes.at(-1);
      if (entry === undefined || newest === undefined) continue;
      const recorded = { entry, inSos: false, lapEpoch: lapEpochOf(race), laps: lapsOf(race, entry) };
      last.set(invitationId, { ...liveOf(recorded, null), ...newest, speedKph: newest.speedKph ?? 0 });
    }
  }
  return last;
};
