import { createSelector } from '@reduxjs/toolkit';
import { ALARMS, FLAGS, type RouteChange } from '@flagpost/contracts';
import {
  hazardCardId,
  routeCardId,
  standingCardId,
  unansweredCardId,
  type HazardId,
  type LiftedId,
  type RouteCardId,
  type Standing,
  type StoppedId,
  type TakenOffId,
  type UnansweredId,
} from './caution-state.js';
import { selectRouteChanges, type WithCautions } from './cautions.js';
import { selectAwaitedFlags, type AwaitedFlag } from './confirmations.js';
import { receiversOf } from './flags.js';
import type { HeardPlace, LiftedRed } from './messages.js';
import { orderStateOf, type Tally } from './order-states.js';
import { selectReach } from './reach.js';
import { selectCars, selectCarsById, type RosterCar } from './roster.js';
import { selectStops } from './stops.js';

/** A car that the roster no longer has. */
export type RosterlessCar = Pick<RosterCar, 'carNumber' | 'pilot'>;

/** A caution as people see it. `since` is epoch ms. */
export type CautionCard =
  | {
      id: 'red' | 'black';
      kind: 'red' | 'black';
      since: number;
      /** Newest first. Each car is with the newest flag of this kind that it has not confirmed. */
      awaited: readonly AwaitedFlag[];
      cars: readonly RosterCar[];
      tally: Tally;
    }
  /** `askedAt` is of the oldest question. */
  | { id: UnansweredId; kind: 'unanswered'; since: number; askedAt: number; cars: readonly RosterCar[] }
  | { id: HazardId; kind: 'hazard'; since: number; cars: readonly RosterCar[]; place: HeardPlace | null }
  | { id: 'silence'; kind: 'silence'; since: number; count: number; of: number }
  | { id: LiftedId; kind: 'lifted'; since: number; how: LiftedRed['how']; by: string }
  | { id: TakenOffId; kind: 'takenOff'; since: number; cars: readonly RosterlessCar[]; by: string }
  | { id: RouteCardId; kind: 'route'; since: number; changes: readonly RouteChange[]; by: string }
  /** `askedAt`: when the one driver was asked; null for several, and if the device has not asked. */
  | { id: StoppedId; kind: 'stopped'; since: number; askedAt: number | null; cars: readonly RosterCar[] };

/** Each of these cars with the newest flag that it has not confirmed; flags newest first. */
const eachWithItsNewest = (flags: readonly AwaitedFlag[], cars: ReadonlySet<RosterCar>): AwaitedFlag[] => {
  const left = new Set(cars);
  // A car that is found in one flag is left out of the older ones.
  return flags.map(({ flag, cars: missing }) => ({ flag, cars: missing.filter((car) => left.delete(car)) }));
};

const selectOverdueCards = createSelector(
  [
    selectAwaitedFlags,
    selectCars,
    selectReach,
    (state: WithCautions) => state.cautions.overdue,
    (state: WithCautions) => state.cautions.dismissedOverdue,
  ],
  (awaited, cars, reach, overdue, dismissed): CautionCard[] =>
    (['red', 'black'] as const).flatMap((kind): CautionCard[] => {
      const late = new Set(overdue.flatMap(({ flagId, code }) => (code === FLAGS[kind] ? [flagId] : [])));
      const flags = awaited.filter(({ flag }) => late.has(flag.FlagId));
      const isShown = flags.some(({ flag }) => !dismissed.includes(flag.FlagId));
      const oldest = flags.at(-1);
      if (!isShown || oldest === undefined) return [];
      const missing = new Set(flags.flatMap((one) => one.cars));
      const ofKind = awaited.filter(({ flag }) => flag.StateId === FLAGS[kind]);
      const byFlag = eachWithItsNewest(ofKind, missing);
      const unreached = byFlag.flatMap((one) =>
        one.cars.filter((car) => orderStateOf(one.flag, car, reach).kind === 'notReachable'),
      );
      const receivers = new Set(flags.flatMap(({ flag }) => receiversOf(flag, cars)));
      return [
        {
          id: kind,
          kind,
          since: Date.parse(oldest.flag.SentAt),
          awaited: byFlag.filter((one) => one.cars.length > 0 || late.has(one.flag.FlagId)),
          cars: cars.filter((car) => missing.has(car)),
          tally: {
            confirmed: receivers.size - missing.size,
            notYet: missing.size - unreached.length,
            notReachable: unreached.length,
          },
        },
      ];
    }),
);

const selectStoppedCards = createSelector(
  [(state: WithCautions) => state.cautions.standing, selectCarsById, selectStops],
  (standing, carsById, stops): CautionCard[] => {
    const askedAt = (cars: readonly RosterCar[]): number | null => {
      const [one] = cars.length === 1 ? cars : [];
      const stop = stops.find(
        ({ InvitationId, DroveOnAt }) => InvitationId === one?.invitationId && DroveOnAt === null,
      );
      return stop?.AskedAt == null ? null : Date.parse(stop.AskedAt);
    };
    const cards = new Map<StoppedId, Standing[]>();
    for (const car of standing) {
      if (car.isDismissed) continue;
      const members = cards.get(standingCardId(car));
      if (members === undefined) cards.set(standingCardId(car), [car]);
      else members.push(car);
    }
    return [...cards.values()].reverse().flatMap((members): CautionCard[] => {
      const [first] = members;
      const cars = members.flatMap(({ invitationId }) => carsById[invitationId] ?? []).reverse();
      if (first === undefined || cars.length === 0) return [];
      return [
        { id: standingCardId(first), kind: 'stopped', since: first.since, askedAt: askedAt(cars), cars },
      ];
    });
  },
);

/** The newest first; more than ten are one card. */
const selectUnansweredCards = createSelector(
  [(state: WithCautions) => state.cautions.unanswered, selectCarsById],
  (unanswered, carsById): CautionCard[] => {
    const shown = unanswered
      .filter(({ isDismissed, invitationId }) => !isDismissed && carsById[invitationId] !== undefined)
      .toReversed();
    const cars = shown.flatMap(({ invitationId }) => carsById[invitationId] ?? []);
    const [newest] = shown;
    if (newest !== undefined && shown.length > ALARMS.crowdOver) {
      const askedAt = Math.min(...shown.map((car) => car.askedAt));
      return [{ id: 'unanswered', kind: 'unanswered', since: newest.missedAt, askedAt, cars }];
    }
    return shown.map((car, index) => {
      const { askedAt, missedAt } = car;
      const id = unansweredCardId(car);
      return { id, kind: 'unanswered', since: missedAt, askedAt, cars: cars.slice(index, index + 1) };
    });
  },
);

/** The newest first; more than ten are one card. */
const selectHazardCards = createSelector(
  [(state: WithCautions) => state.cautions.hazards, selectCarsById],
  (hazards, carsById): CautionCard[] => {
    const cards = hazards.toReversed().flatMap((hazard): CautionCard[] => {
      const car = carsById[hazard.invitationId];
      if (car === undefined) return [];
      const { at, place } = hazard;
      return [{ id: hazardCardId(hazard), kind: 'hazard', since: at, cars: [car], place }];
    });
    const [newest] = cards;
    if (newest === undefined || cards.length <= ALARMS.crowdOver) return cards;
    const cars = cards.flatMap((card) => (card.kind === 'hazard' ? card.cars : []));
    return [{ id: 'hazard', kind: 'hazard', since: newest.since, cars, place: null }];
  },
);

const selectSilenceCard = createSelector(
  [(state: WithCautions) => state.cautions.silence],
  (silence): CautionCard[] =>
    silence === null || silence.isDismissed
      ? []
      : [
          {
            id: 'silence',
            kind: 'silence',
            since: silence.since,
            count: silence.cars.length,
            of: silence.of,
          },
        ],
);

const selectLiftedCards = createSelector(
  [(state: WithCautions) => state.cautions.liftedReds],
  (lifted): CautionCard[] =>
    lifted.toReversed().map(({ id, at, how, by }) => ({ id, kind: 'lifted', since: at, how, by })),
);

const selectTakenOffCards = createSelector(
  [(state: WithCautions) => state.cautions.takenOff],
  (takenOff): CautionCard[] =>
    takenOff.toReversed().map(({ id, since, cars, by }) => ({
      id,
      kind: 'takenOff',
      since,
      cars: cars.map(({ CarNumber, Pilot }) => ({ carNumber: CarNumber, pilot: Pilot })),
      by,
    })),
);

const selectRouteCards = createSelector(
  [selectRouteChanges, (state: WithCautions) => state.cautions.shownRouteChanges],
  (rows, shown): CautionCard[] =>
    rows
      .filter(({ revision }) => shown.includes(revision))
      .toReversed()
      .map(({ revision, at, changes, by }) => ({
        id: routeCardId(revision),
        kind: 'route',
        since: Date.parse(at),
        changes,
        by: by.Name,
      })),
);

/** Problems on the track first; within each kind the newest first. */
export const selectCautionCards = createSelector(
  [
    selectUnansweredCards,
    selectOverdueCards,
    selectHazardCards,
    selectLiftedCards,
    selectTakenOffCards,
    selectSilenceCard,
    selectRouteCards,
    selectStoppedCards,
  ],
  (unanswered, overdue, hazards, lifted, takenOff, silence, route, stopped): readonly CautionCard[] => [
    ...unanswered,
    ...overdue,
    ...hazards,
    ...lifted,
    ...takenOff,
    ...silence,
    ...route,
    ...stopped,
  ],
);
