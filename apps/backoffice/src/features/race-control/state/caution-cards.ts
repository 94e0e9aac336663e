import { createSelector } from '@reduxjs/toolkit';
import type { RouteChange } from '@flagpost/contracts';
import {
  cardOf,
  routeCardId,
  selectRouteChanges,
  type LiftedId,
  type RouteCardId,
  type Standing,
  type StoppedId,
  type TakenOffId,
  type WithCautions,
} from './cautions.js';
import { selectAwaitedReds } from './confirmations.js';
import { receiversOf } from './flags.js';
import type { LiftedRed } from './messages.js';
import { selectCars, selectCarsById, type RosterCar } from './roster.js';

/** A car that the roster no longer has. */
export type RosterlessCar = Pick<RosterCar, 'carNumber' | 'pilot'>;

/** A caution as people see it. `since` is epoch ms. */
export type CautionCard =
  | { id: 'red'; kind: 'red'; since: number; cars: readonly RosterCar[]; receivers: number }
  | { id: 'silence'; kind: 'silence'; since: number; count: number; of: number }
  | { id: LiftedId; kind: 'lifted'; since: number; how: LiftedRed['how']; by: string }
  | { id: TakenOffId; kind: 'takenOff'; since: number; cars: readonly RosterlessCar[]; by: string }
  | { id: RouteCardId; kind: 'route'; since: number; changes: readonly RouteChange[]; by: string }
  | { id: StoppedId; kind: 'stopped'; since: number; cars: readonly RosterCar[] };

const selectRedCard = createSelector(
  [
    selectAwaitedReds,
    selectCars,
    (state: WithCautions) => state.cautions.overdueReds,
    (state: WithCautions) => state.cautions.dismissedReds,
  ],
  (awaited, cars, overdue, dismissed): CautionCard[] => {
    const reds = awaited.filter(({ flag }) => overdue.includes(flag.FlagId));
    const isShown = reds.some(({ flag }) => !dismissed.includes(flag.FlagId));
    const oldest = reds.at(-1);
    if (!isShown || oldest === undefined) return [];
    const missing = new Set(reds.flatMap((red) => red.cars));
    const receivers = new Set(reds.flatMap(({ flag }) => receiversOf(flag, cars)));
    return [
      {
        id: 'red',
        kind: 'red',
        since: Date.parse(oldest.flag.SentAt),
        cars: cars.filter((car) => missing.has(car)),
        receivers: receivers.size,
      },
    ];
  },
);

const selectStoppedCards = createSelector(
  [(state: WithCautions) => state.cautions.standing, selectCarsById],
  (standing, carsById): CautionCard[] => {
    const cards = new Map<StoppedId, Standing[]>();
    for (const car of standing) {
      if (car.isDismissed) continue;
      const members = cards.get(cardOf(car));
      if (members === undefined) cards.set(cardOf(car), [car]);
      else members.push(car);
    }
    return [...cards.values()].reverse().flatMap((members): CautionCard[] => {
      const [first] = members;
      const cars = members.flatMap(({ invitationId }) => carsById[invitationId] ?? []).reverse();
      if (first === undefined || cars.length === 0) return [];
      return [{ id: cardOf(first), kind: 'stopped', since: first.since, cars }];
    });
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
    selectRedCard,
    selectLiftedCards,
    selectTakenOffCards,
    selectSilenceCard,
    selectRouteCards,
    selectStoppedCards,
  ],
  (red, lifted, takenOff, silence, route, stopped): readonly CautionCard[] => [
    ...red,
    ...lifted,
    ...takenOff,
    ...silence,
    ...route,
    ...stopped,
  ],
);
