import type { RaceSetup, SetupCar } from '@flagpost/contracts';
import type { CarState, Race } from './state.js';

/**
 * What changes a car besides its inputs. From these and its inputs, in order, another engine arrives at the same state: cars do
 * not depend on one another.
 */
export type CarEffect =
  /** The setup, with the car's own entry alone. */
  | { readonly type: 'setup'; readonly setup: RaceSetup }
  /** `sweep` and `stateHeld`, as of a time. */
  | { readonly type: 'sweep' | 'due'; readonly at: number };

export type OnEffect = (eventId: number, invitationId: number, effect: CarEffect) => void;

/** What was told last of the setup of a car. */
interface Told {
  readonly race: string;
  readonly entry: SetupCar | undefined;
}

/**
 * A car without an input since the start needs only its newest setup, which is reported just before its first effect, and any
 * that had an effect of its own. After that, every setup that may change the car is reported.
 */
export interface EffectTeller {
  /** A setup was applied to the car. `hasEffect`: it has stated facts, or reset laps, or the gates of a car with a position. */
  setup(car: CarState, hasEffect: boolean): void;
  /** An input of the car comes next. */
  input(car: CarState): void;
  sweep(car: CarState, at: number): void;
  due(car: CarState, at: number): void;
  /** The car is forgotten, by a sweep as of a time or as its event was deleted. */
  forget(car: CarState, at: number | undefined): void;
}

type SharedSetup = Omit<RaceSetup, 'cars'>;

const sharedOf = ({
  eventId,
  published,
  startsAt,
  finishesAt,
  lapEpochs,
  ...geometry
}: RaceSetup): SharedSetup => {
  const { start, finish, radiusM, boxes } = geometry;
  return { eventId, published, startsAt, finishesAt, lapEpochs, start, finish, radiusM, boxes };
};

/** Without what former releases wrote besides. */
const entryOf = (entry: SetupCar): SetupCar => {
  const { invitationId, authorized, lap, crossedAt, sosRaisedAt, sosClearedAt, stoppedAt } = entry;
  return { invitationId, authorized, lap, crossedAt, sosRaisedAt, sosClearedAt, stoppedAt };
};

/** Whether an entry says anything else that a car uses: recorded laps and stops only before its first fix. */
const differs = (car: CarState, one: SetupCar | undefined, other: SetupCar | undefined): boolean => {
  if (one === undefined || other === undefined) return one !== other;
  const isKnown =
    one.authorized === other.authorized &&
    one.sosRaisedAt === other.sosRaisedAt &&
    one.sosClearedAt === other.sosClearedAt;
  if (!isKnown || !Number.isNaN(car.receivedAt)) return !isKnown;
  return one.lap !== other.lap || one.crossedAt !== other.crossedAt || one.stoppedAt !== other.stoppedAt;
};

export const createEffectTeller = (onEffect: OnEffect): EffectTeller => {
  const told = new Map<CarState, Told>();
  /** The part of each setup that all cars share, as text: computed once for all of them. */
  const texts = new WeakMap<RaceSetup, string>();

  const textOf = (setup: RaceSetup): string => {
    const known = texts.get(setup);
    if (known !== undefined) return known;
    const text = JSON.stringify(sharedOf(setup));
    texts.set(setup, text);
    return text;
  };
  const tell = (car: CarState, setup: RaceSetup, { entries }: Race): void => {
    const entry = entries.get(car.invitationId);
    told.set(car, { race: textOf(setup), entry });
    const cars = entry === undefined ? [] : [entryOf(entry)];
    onEffect(car.eventId, car.invitationId, { type: 'setup', setup: { ...sharedOf(setup), cars } });
  };
  const begin = (car: CarState): void => {
    const { race } = car;
    if (race.setup !== null && !told.has(car)) tell(car, race.setup, race);
  };
  const atTime = (type: 'sweep' | 'due', car: CarState, at: number): void => {
    begin(car);
    onEffect(car.eventId, car.invitationId, { type, at });
  };

  return {
    setup(car, hasEffect) {
      const before = told.get(car);
      const { race } = car;
      if (race.setup === null) return;
      const mayChange =
        before !== undefined &&
        (before.race !== textOf(race.setup) ||
          differs(car, before.entry, race.entries.get(car.invitationId)));
      if (mayChange || hasEffect) tell(car, race.setup, race);
    },
    input: begin,
    sweep: (car, at) => atTime('sweep', car, at),
    due: (car, at) => atTime('due', car, at),
    forget(car, at) {
      if (told.delete(car) && at !== undefined)
        onEffect(car.eventId, car.invitationId, { type: 'sweep', at });
    },
  };
};
