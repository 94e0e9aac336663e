import type { Snapshot, TakenOffCar } from '@flagpost/contracts';
import { raise, type CautionsState } from './caution-state.js';

/** Cars that an organiser takes off while they race. */

/** The events of one command that takes off many cars are recorded within this time. */
const ONE_COMMAND_MS = 5_000;

interface CarsTakenOff {
  /** Oldest first; `at` is epoch ms. */
  cars: readonly (TakenOffCar & { at: number })[];
  by: string;
}

/** Cars that one person took off: a card and a tone for those that are not known yet. */
export const takeOff = (state: CautionsState, { cars, by }: CarsTakenOff, isNews: boolean): void => {
  const unknown = cars.filter(
    ({ InvitationId, at }) => at > (state.takenOffAt[InvitationId] ?? -Infinity) + ONE_COMMAND_MS,
  );
  for (const { InvitationId, at } of unknown) state.takenOffAt[InvitationId] = at;
  const [first] = unknown;
  if (first === undefined || !isNews) return;
  const since = first.at;
  state.takenOff.push({ id: `takenOff-${since}-${first.InvitationId}`, since, cars: unknown, by });
  raise(state, 'takenOff', since);
};

/** The cars of a snapshot that were taken off, apart for each person who did it, oldest first. */
export const byWhoTookOff = (rows: Snapshot['takenOff']): CarsTakenOff[] => {
  const oldestFirst = rows.toSorted(
    (one, other) => Date.parse(one.TakenOffAt) - Date.parse(other.TakenOffAt),
  );
  const firstOfEach = new Map(oldestFirst.toReversed().map((row) => [row.TakenOffBy.Id, row]));
  return oldestFirst
    .filter((row) => firstOfEach.get(row.TakenOffBy.Id) === row)
    .map(({ TakenOffBy }) => ({
      cars: oldestFirst
        .filter((row) => row.TakenOffBy.Id === TakenOffBy.Id)
        .map(({ live, CarNumber, Pilot, TakenOffAt }) => ({
          InvitationId: live.invitationId,
          CarNumber,
          Pilot,
          at: Date.parse(TakenOffAt),
        })),
      by: TakenOffBy.Name,
    }));
};
