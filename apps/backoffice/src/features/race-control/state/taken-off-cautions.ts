import type { Snapshot, TakenOffCar } from '@flagpost/contracts';
import { raise, type CautionsState } from './caution-state.js';

/** Cars that an organiser takes off while they race. */

/** The events of one command that takes off many cars are recorded within this time. */
const ONE_COMMAND_MS = 5_000;

interface CarsTakenOff {
  /** Epoch ms. */
  since: number;
  cars: readonly TakenOffCar[];
  by: string;
}

/** Cars that one person took off: a card and a tone for those that are not known yet. */
export const takeOff = (state: CautionsState, { since, cars, by }: CarsTakenOff, isNews: boolean): void => {
  const unknown = cars.filter(
    ({ InvitationId }) => since > (state.takenOffAt[InvitationId] ?? -Infinity) + ONE_COMMAND_MS,
  );
  for (const { InvitationId } of unknown) state.takenOffAt[InvitationId] = since;
  const [first] = unknown;
  if (first === undefined || !isNews) return;
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
    .map(({ TakenOffAt, TakenOffBy }) => ({
      since: Date.parse(TakenOffAt),
      cars: oldestFirst
        .filter((row) => row.TakenOffBy.Id === TakenOffBy.Id)
        .map(({ live, CarNumber, Pilot }) => ({ InvitationId: live.invitationId, CarNumber, Pilot })),
      by: TakenOffBy.Name,
    }));
};
