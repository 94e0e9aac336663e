import { recomputeRace, recordedLapsOf } from '@flagpost/api/headless';
import type { RaceSetup } from '@flagpost/contracts';
import type { Lap } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { lapsOf } from '@flagpost/telemetry/oracle';
import { raceSetup } from '@flagpost/testing/race-setup';
import { EVENT, FINISH, STARTS_AT } from '../course.js';
import type { Installation } from '../installation.js';
import { of, repeated, type Events } from './events.js';
import { inputsOf } from './inputs.js';

/** The parts of it that the oracle reads. */
const setupOf = (events: Events): RaceSetup => {
  const [created] = of(events, 'EventCreated');
  const { startsAt = NaN, finishesAt = NaN, finishRadiusM = NaN } = created?.data ?? {};
  const resets = of(events, 'LapsReset').map(({ data: { epoch, beganAt } }) => ({ epoch, beganAt }));
  return raceSetup(EVENT, startsAt, [], {
    finishesAt,
    finish: FINISH,
    radiusM: finishRadiusM,
    lapEpochs: [{ epoch: 0, beganAt: startsAt }, ...resets],
  });
};

const near = (a: number | null, b: number | null, ms: number): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= ms;

/** Compares a car's laps in the views with the oracle's laps for everything in the topic. */
export const wrongLaps = async (
  installation: Installation,
  readModels: ReadModels,
  events: Events,
  car: number,
  now: number,
): Promise<string[]> => {
  const due = lapsOf(setupOf(events), inputsOf(installation, car), now);
  const found = await readModels
    .view<Lap>('laps')
    .find({ invitationId: car }, { sort: { lapEpoch: 1, lap: 1 } });
  const text = (
    laps: readonly { lapEpoch: number; lap: number; lapTimeMs: number | null; crossedAt: number }[],
  ) =>
    laps
      .map(
        ({ lapEpoch, lap, lapTimeMs, crossedAt }) =>
          `${lapEpoch}/${lap} ${lapTimeMs} at ${crossedAt - STARTS_AT}`,
      )
      .join(', ');
  const same =
    due.length === found.length &&
    due.every((lap, i) => {
      const other = found[i];
      return (
        other?.lapEpoch === lap.lapEpoch &&
        other.lap === lap.lap &&
        other.receivedAt === lap.receivedAt &&
        near(other.crossedAt, lap.crossedAt, 1) &&
        near(other.lapTimeMs, lap.lapTimeMs, 2)
      );
    });
  return same ? [] : [`car ${car}: laps are [${text(found)}], the oracle's [${text(due)}]`];
};

/** The laps that are computed again from the history are those that were recorded. */
export const otherLaps = async ({ stored }: Installation, events: Events): Promise<string[]> => {
  const again = await recomputeRace(stored.history, EVENT, recordedLapsOf(EVENT, events));
  const { laps, equal, difference, isReduced, otherRules } = again;
  return laps === equal && !isReduced && otherRules === null
    ? []
    : [
        `recomputed, ${equal} of ${laps} laps are equal: ${JSON.stringify({ difference, isReduced, otherRules })}`,
      ];
};

/** A lap is recorded once. */
export const repeatedLaps = (events: Events): string[] => {
  const laps = of(events, 'LapRecorded').map(
    ({ data }) => `lap ${data.lapEpoch}/${data.lap} of car ${data.invitationId}`,
  );
  return repeated(laps).map((lap) => `recorded twice: ${lap}`);
};
