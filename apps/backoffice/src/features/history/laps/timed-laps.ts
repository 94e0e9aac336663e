import type { PastStory } from '@flagpost/contracts';

/** A lap with a time, as a row. Times in epoch ms. */
export interface TimedLap {
  readonly id: string;
  readonly InvitationId: number;
  readonly CarNumber: string;
  readonly driver: string;
  readonly category: string;
  readonly epoch: number;
  readonly lap: number;
  readonly lapTimeMs: number;
  readonly crossedAt: number;
}

/** Of which car and of which category laps are listed; null: of any. */
export interface LapFilter {
  readonly car: number | null;
  readonly category: string | null;
}

export const filteredLaps = (laps: readonly TimedLap[], { car, category }: LapFilter): readonly TimedLap[] =>
  laps.filter(
    (lap) => (car === null || lap.InvitationId === car) && (category === null || lap.category === category),
  );

/** The laps of a race that have a time, fastest first. */
export const timedLaps = ({ cars, laps }: Pick<PastStory, 'cars' | 'laps'>): readonly TimedLap[] => {
  const carOf = new Map(cars.map((car) => [car.InvitationId, car]));
  return laps
    .flatMap(([InvitationId, epoch, lap, lapTimeMs, crossedAt]) => {
      const car = carOf.get(InvitationId);
      if (lapTimeMs === null) return [];
      return [
        {
          id: `${InvitationId} ${epoch} ${lap}`,
          InvitationId,
          CarNumber: car?.CarNumber ?? '',
          driver: `${car?.Name ?? ''} ${car?.Surname ?? ''}`.trim(),
          category: car?.Category ?? '',
          epoch,
          lap,
          lapTimeMs,
          crossedAt,
        },
      ];
    })
    .sort((one, other) => one.lapTimeMs - other.lapTimeMs || one.crossedAt - other.crossedAt);
};
