import { setTimeout as pause } from 'node:timers/promises';
import {
  carKey,
  MINUTE_MS,
  type AlertRow,
  type FlagRow,
  type HistoryAnswer,
  type LapRow,
  type TimersAnswer,
} from '@flagpost/contracts';
import { createEngine } from '@flagpost/telemetry';
import { raceSetup } from '@flagpost/testing/race-setup';
import { answered, type Caller } from '../calls.js';
import type { Acknowledged } from './load.js';
import { COURSE, type LoadedRace } from './loaded-race.js';

/** Compares acknowledged with stored data. */
export interface LossReport {
  readonly events: Count;
  readonly fixes: Count;
  readonly signals: Count;
  readonly laps: Count;
}

export interface Count {
  readonly expected: number;
  readonly lost: number;
  readonly twice: number;
}

/** Time limit for a backlog, also on a busy machine. */
const CATCH_UP_TIMEOUT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 2_000;

const count = (expected: readonly string[], found: readonly string[]): Count => {
  const there = new Set(found);
  return {
    expected: expected.length,
    lost: expected.filter((one) => !there.has(one)).length,
    twice: found.length - there.size,
  };
};

/** The laps of an undisturbed engine for everything acknowledged. */
const undisturbedLaps = ({ eventId, cars, beganAt }: LoadedRace, { fixes }: Acknowledged): string[] => {
  const engine = createEngine();
  const ids = cars.map(({ invitationId }) => invitationId);
  const finishesAt = Number.MAX_SAFE_INTEGER;
  engine.setup(eventId, raceSetup(eventId, beganAt, ids, { finishesAt, finish: COURSE.line }));
  for (const [car, own] of fixes)
    for (const fix of own) engine.apply(carKey(eventId, car), { receivedAt: fix.t, ...fix });
  return engine
    .takeFacts()
    .flatMap((fact) => (fact.type === 'lapCompleted' ? [`${fact.invitationId}/${fact.lap}`] : []));
};

interface Kept {
  readonly fix: string;
  /** Including the receive time: a fix sent again after a lost answer is stored once per request. */
  readonly telling: string;
}

const readHistory = async (planner: Caller, eventId: number, from: number): Promise<Kept[]> => {
  const found: Kept[] = [];
  for (let at = from; at <= Date.now(); at += MINUTE_MS) {
    const span = `from=${new Date(at).toISOString()}&to=${new Date(at + MINUTE_MS).toISOString()}`;
    const { cars } = await answered<HistoryAnswer>(planner, 'GET', `/history/${eventId}?${span}`);
    for (const { InvitationId, fixes } of cars)
      for (const [receivedAt, t] of fixes) {
        const fix = `${InvitationId} at ${t}`;
        found.push({ fix, telling: `${fix}, received ${receivedAt}` });
      }
  }
  return found;
};

const check = async (
  planner: Caller,
  race: LoadedRace,
  acknowledged: Acknowledged,
  startedAt: number,
): Promise<LossReport> => {
  const { eventId } = race;
  const flags = await answered<FlagRow[]>(planner, 'GET', `/events/flags/${eventId}`);
  const alerts = await answered<AlertRow[]>(planner, 'GET', `/events/alerts/${eventId}`);
  const { timers } = await answered<TimersAnswer>(planner, 'GET', `/events/timers/${eventId}`);
  const laps = await answered<LapRow[]>(planner, 'GET', `/events/laps/${eventId}`);

  const said = [...acknowledged.signals].flatMap(([car, own]) => {
    const pressed = own.filter(({ type }) => type === 'sos').map((_, index) => `${car} SOS ${index}`);
    const cleared = own
      .filter(({ type }) => type === 'sosCleared')
      .map((_, index) => `${car} clears ${index}`);
    const confirmed = own.flatMap(({ type, flagId }) =>
      type === 'flagConfirmed' ? [`${car} confirms ${flagId}`] : [],
    );
    return [...pressed, ...cleared, ...confirmed];
  });
  const heard = [
    ...[...acknowledged.signals.keys()].flatMap((car) => {
      const own = alerts.filter(({ InvitationId }) => InvitationId === car);
      const ended = own.filter(({ ClearedAt }) => ClearedAt !== null);
      return [
        ...own.map((_, index) => `${car} SOS ${index}`),
        ...ended.map((_, index) => `${car} clears ${index}`),
      ];
    }),
    ...flags.flatMap(({ FlagId, Confirmed }) =>
      Confirmed.map(({ InvitationId }) => `${InvitationId} confirms ${FlagId}`),
    ),
  ];
  const kept = await readHistory(planner, eventId, startedAt);
  const tellings = new Set(kept.map(({ telling }) => telling));
  const seen = [...acknowledged.fixes].flatMap(([car, own]) => own.map(({ t }) => `${car} at ${t}`));
  return {
    events: count(
      [
        ...acknowledged.flagIds.map((id) => `flag ${id}`),
        ...acknowledged.timerIds.map((id) => `timer ${id}`),
      ],
      [...flags.map(({ FlagId }) => `flag ${FlagId}`), ...timers.map(({ TimerId }) => `timer ${TimerId}`)],
    ),
    fixes: {
      ...count(
        seen,
        kept.map(({ fix }) => fix),
      ),
      twice: kept.length - tellings.size,
    },
    signals: { ...count(said, heard), twice: heard.filter((one) => !said.includes(one)).length },
    laps: count(
      undisturbedLaps(race, acknowledged),
      laps.map(({ InvitationId, Lap }) => `${InvitationId}/${Lap}`),
    ),
  };
};

export const isComplete = (report: LossReport): boolean =>
  [report.events, report.fixes, report.signals, report.laps].every(
    ({ lost, twice }) => lost === 0 && twice === 0,
  );

export const isNothingLost = (report: LossReport): boolean =>
  [report.events, report.fixes, report.signals, report.laps].every(({ lost }) => lost === 0);

/** Repeats the check until it holds, up to the time limit. */
export const checkWhenCaughtUp = async (
  planner: Caller,
  race: LoadedRace,
  acknowledged: Acknowledged,
  startedAt: number,
  holds = isComplete,
): Promise<LossReport> => {
  const end = Date.now() + CATCH_UP_TIMEOUT_MS;
  for (;;) {
    const report = await check(planner, race, acknowledged, startedAt);
    if (holds(report) || Date.now() > end) return report;
    await pause(LOOK_EVERY_MS);
  }
};
