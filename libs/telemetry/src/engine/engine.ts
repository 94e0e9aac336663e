import {
  DROP_REASONS,
  RACE,
  RULES_NOW,
  carKey,
  parseCarKey,
  type DropReason,
  type LiveFrame,
  type PositionInput,
  type RaceFact,
  type RaceRules,
  type RaceSetup,
} from '@flagpost/contracts';
import { applyFix } from './fixes.js';
import { takeFrame } from './frames.js';
import { applyLateReset, continueLaps, isCrossingOver, settleLap } from './laps.js';
import { applyRecordedSos, applySignal, stateDueClearing } from './signals.js';
import { createEffectTeller, type OnEffect } from './effects.js';
import { continueStop, stateMissedAnswer } from './stops.js';
import { createStateWriter, deserializeRaces, type StateWriter } from './serialize.js';
import {
  createCar,
  createFix,
  createRace,
  placeGates,
  resetGateState,
  type CarState,
  type Race,
} from './state.js';

/** The result for an input's fix. */
export type Verdict = 'accepted' | 'noFix' | DropReason;

export const isDropped = (verdict: Verdict): verdict is DropReason =>
  verdict !== 'accepted' && verdict !== 'noFix';

export interface EngineOptions {
  /** Which cars (by `carKey`) this engine handles, if several engines share the events; all if left out. */
  readonly owns?: (key: string) => boolean;
  /** Engines that write their states in turn may share one; left out, the engine has its own. */
  readonly stateWriter?: StateWriter;
  /** Is told what changes a car besides its inputs, before the input that follows. */
  readonly onEffect?: OnEffect;
  /** Those of races from now on if left out. */
  readonly rules?: RaceRules;
}

/**
 * The live race engine: a mutable state, updated by inputs. It reads no clock: `now` and every time in it is the
 * `receivedAt` clock, epoch ms, unless it is called device time.
 */
export interface Engine {
  /**
   * Applies the newest value of `race.setup`; null deletes the event. If a reset is read after inputs that it concerns,
   * the facts due to its epoch are stated now.
   */
  setup(eventId: number, setup: RaceSetup | null): void;
  /** Whether the event's setup is known; the caller buffers inputs of unknown events. */
  knows(eventId: number): boolean;
  /** Whether the state has cars of the event. */
  hasCars(eventId: number): boolean;
  /** Applies an input of the car with this `carKey`. Inputs of one car come in order. */
  apply(key: string, input: PositionInput): Verdict;
  /** States the buffered clearings that are due by `now`, even if inputs are still waiting. */
  stateHeld(now: number): void;
  /** Finds cars that have gone offline, crossings that no fix ends, and drivers who have not answered. Call once a second while the caller is at the head of its inputs. */
  sweep(now: number): void;
  /** Frames of running events, with the cars that changed and those last sent 5 s ago. */
  takeFrames(now: number): LiveFrame[];
  /** Facts since the last call, in order. */
  takeFacts(): RaceFact[];
  /** Dropped fixes by reason, since this engine was created. */
  readonly counts: Readonly<Record<DropReason, number>>;
  /**
   * The whole state except setups and counts; `restoreEngine` continues from it.
   *
   * @throws Error if facts have not been taken: they would be lost
   */
  serialize(): Uint8Array;
}

/** The state of an event is kept for this long after its end. */
const FORGET_AFTER_MS = 24 * 3_600_000;

export const createEngine = (options: EngineOptions = {}): Engine => engineOf(new Map(), options);

/**
 * Restores an engine from `serialize`, of this version or an earlier one. Apply every setup again before the first
 * input.
 *
 * @throws RangeError for bytes of another format: then use `createEngine`, which starts from the setups
 */
export const restoreEngine = (bytes: Uint8Array, options: EngineOptions = {}): Engine =>
  engineOf(deserializeRaces(bytes), options);

const engineOf = (races: Map<number, Race>, options: EngineOptions): Engine => {
  const { owns = () => true, stateWriter = createStateWriter(), onEffect, rules = RULES_NOW } = options;
  const effects = onEffect === undefined ? null : createEffectTeller(onEffect);
  const cars = new Map<string, CarState>();
  const fix = createFix();
  let facts: RaceFact[] = [];
  const counts = Object.fromEntries(DROP_REASONS.map((reason) => [reason, 0])) as Record<DropReason, number>;

  for (const race of races.values()) {
    for (const car of race.cars.values()) cars.set(carKey(car.eventId, car.invitationId), car);
  }

  const count = (reason: DropReason): DropReason => {
    counts[reason] += 1;
    return reason;
  };

  const admit = (key: string, race: Race, invitationId: number): CarState => {
    const car = createCar(race, invitationId);
    race.cars.set(invitationId, car);
    cars.set(key, car);
    follow(car);
    return car;
  };

  const find = (key: string): CarState | undefined => {
    const ids = parseCarKey(key);
    const race = ids === null ? undefined : races.get(ids.eventId);
    return ids === null || !race?.setup ? undefined : admit(key, race, ids.invitationId);
  };

  /** Updates a car from its entry in the setup. True if a reset was read late. */
  const follow = (car: CarState): boolean => {
    const { setup, entries } = car.race;
    if (setup === null) return false;
    const entry = entries.get(car.invitationId);
    const authorized = entry?.authorized ?? false;
    if (authorized && !car.authorized) car.changed = true;
    car.authorized = authorized;
    if (entry !== undefined) applyRecordedSos(car, entry, facts);
    if (Number.isNaN(car.receivedAt)) {
      continueStop(car, entry);
      continueLaps(car, setup.lapEpochs.at(-1)?.epoch ?? 0, entry?.lap ?? 0, entry?.crossedAt ?? null);
      return false;
    }
    return applyLateReset(car, setup.lapEpochs, facts);
  };

  const forget = (race: Race, keep: (car: CarState) => boolean, now?: number): void => {
    for (const car of race.cars.values()) {
      if (keep(car)) continue;
      race.cars.delete(car.invitationId);
      cars.delete(carKey(car.eventId, car.invitationId));
      effects?.forget(car, now);
    }
  };

  /** Competitors never heard from are offline, and shown as such. */
  const admitAll = (race: Race): void => {
    for (const entry of race.entries.values()) {
      if (!entry.authorized || race.cars.has(entry.invitationId)) continue;
      admit(carKey(race.eventId, entry.invitationId), race, entry.invitationId);
    }
  };

  const goOffline = (car: CarState): void => {
    if (rules === 'circle-1') settleLap(car, facts);
    car.offline = true;
    car.changed = true;
  };

  const isCrossingDue = (car: CarState, { finishesAt }: RaceSetup, now: number): boolean =>
    rules !== 'circle-1' && isCrossingOver(car, finishesAt, now);

  const markHeard = (car: CarState, receivedAt: number): void => {
    if (receivedAt - car.heardAt > RACE.offlineAfterMs && !car.offline) goOffline(car);
    if (!(receivedAt <= car.heardAt)) car.heardAt = receivedAt;
    if (car.offline) {
      car.offline = false;
      car.changed = true;
    }
  };

  const refusal = (car: CarState, setup: RaceSetup, receivedAt: number): DropReason | null => {
    if (!setup.published) return 'unpublished';
    if (receivedAt < setup.startsAt) return 'notBegun';
    if (receivedAt > setup.finishesAt) return 'pastEvent';
    return car.authorized ? null : 'unauthorized';
  };

  return {
    counts,
    setup(eventId, setup) {
      const race = races.get(eventId) ?? createRace(eventId);
      if (setup === null) {
        forget(race, () => false);
        races.delete(eventId);
        return;
      }
      races.set(eventId, race);
      const moved = placeGates(race, setup);
      race.setup = setup;
      const owned = setup.cars.filter(({ invitationId }) => owns(carKey(eventId, invitationId)));
      race.entries = new Map(owned.map((car) => [car.invitationId, car]));
      for (const car of race.cars.values()) {
        const stated = facts.length;
        if (moved) {
          settleLap(car, facts);
          resetGateState(car.finish);
          resetGateState(car.start);
        }
        const isLateReset = follow(car);
        const hasReset = isLateReset || (moved && !Number.isNaN(car.receivedAt));
        effects?.setup(car, hasReset || facts.length > stated);
      }
    },
    knows: (eventId) => (races.get(eventId)?.setup ?? null) !== null,
    hasCars: (eventId) => (races.get(eventId)?.cars.size ?? 0) > 0,
    apply(key, input) {
      const car = cars.get(key) ?? find(key);
      const setup = car?.race.setup;
      if (car === undefined || !setup) return count('unknownEvent');
      effects?.input(car);
      if (input.signal !== undefined) applySignal(car, input.signal, input, facts);
      const hasFix = input.lat !== undefined || input.lng !== undefined;
      const refused = refusal(car, setup, input.receivedAt);
      if (refused !== null) return hasFix ? count(refused) : 'noFix';
      if (isCrossingDue(car, setup, input.receivedAt)) settleLap(car, facts);
      markHeard(car, input.receivedAt);
      if (!hasFix) return 'noFix';
      const reason = applyFix(car, input, fix, rules, facts);
      return reason === null ? 'accepted' : count(reason);
    },
    stateHeld(now) {
      for (const car of cars.values()) {
        if (!(now >= car.clearingDueAt)) continue;
        effects?.due(car, now);
        stateDueClearing(car, now, facts);
      }
    },
    sweep(now) {
      for (const race of races.values()) {
        const { setup } = race;
        if (setup === null) continue;
        if (isOn(setup, now)) admitAll(race);
        for (const car of race.cars.values()) {
          const isSilent = !car.offline && now - car.heardAt > RACE.offlineAfterMs;
          const isOver = isCrossingDue(car, setup, now);
          if (isSilent || isOver || now >= car.answerDueAt) effects?.sweep(car, now);
          if (isSilent) goOffline(car);
          if (isOver) settleLap(car, facts);
          stateMissedAnswer(car, now, facts);
        }
        if (now > setup.finishesAt + FORGET_AFTER_MS) forget(race, (car) => car.sos, now);
      }
    },
    takeFrames(now) {
      const frames: LiveFrame[] = [];
      for (const race of races.values()) {
        if (race.setup === null || !isOn(race.setup, now)) continue;
        const frame = takeFrame(race, now);
        if (frame !== null) frames.push(frame);
      }
      return frames;
    },
    takeFacts() {
      const taken = facts;
      facts = [];
      return taken;
    },
    serialize() {
      if (facts.length > 0) throw new Error('Facts must be taken before the state is saved.');
      return stateWriter.write(races.values());
    },
  };
};

const isOn = (setup: RaceSetup, now: number): boolean =>
  setup.published && setup.startsAt <= now && now <= setup.finishesAt;
