import type { LapRow, PastCar, PastLap } from '@flagpost/contracts';
import { lapsByCar, withLap, type ControlAt, type LapsAt } from '@flagpost/telemetry';

/** The laps of all cars until the instant that is shown, in the epoch that is in force then. */
export interface PastLaps {
  /** Begins with the laps of another instant. */
  begin(control: Pick<ControlAt, 'lapEpoch' | 'laps'>): void;
  /** Counts one lap more; false if it is of another epoch, and does not count. */
  count(lap: PastLap): boolean;
  of(invitationId: number): LapsAt;
  /** The row of a lap: the same object each time. */
  rowOf(lap: PastLap): LapRow;
}

export const createPastLaps = (cars: readonly Pick<PastCar, 'InvitationId' | 'CarNumber'>[]): PastLaps => {
  const numbers = new Map(cars.map((car) => [car.InvitationId, car.CarNumber]));
  const rows = new Map<PastLap, LapRow>();
  let epoch = 0;
  let byCar = new Map<number, LapsAt>();

  return {
    begin({ lapEpoch, laps }) {
      epoch = lapEpoch;
      byCar = new Map(lapsByCar(laps));
    },
    count(lap) {
      const [id, lapEpoch] = lap;
      if (lapEpoch !== epoch) return false;
      byCar.set(id, withLap(byCar.get(id), lap));
      return true;
    },
    of: (id) => byCar.get(id) ?? { lapEpoch: epoch, counter: 0, lastLapMs: null, bestLapMs: null },
    rowOf(lap) {
      const [InvitationId, LapEpoch, Lap, lapTimeMs, crossedAt] = lap;
      const row = rows.get(lap) ?? {
        InvitationId,
        CarNumber: numbers.get(InvitationId) ?? '',
        LapEpoch,
        Lap,
        lapTimeMs,
        crossedAt: new Date(crossedAt).toISOString(),
      };
      rows.set(lap, row);
      return row;
    },
  };
};
