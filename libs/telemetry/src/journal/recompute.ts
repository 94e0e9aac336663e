import {
  carKey,
  RACE,
  RACE_RULES,
  type PositionInput,
  type RaceFact,
  type RaceSetup,
  type SetupCar,
} from '@flagpost/contracts';
import { createEngine, type Engine } from '../engine/engine.js';
import { inOrder } from './in-order.js';
import type { Journal } from './journal.js';
import type { RecordedRules } from './notes.js';

/** The rules by which this build computes, as a race records them. */
export const currentRules = (): RecordedRules => ({
  version: RACE_RULES.version,
  thresholds: Object.fromEntries(RACE_RULES.thresholds.map((name) => [name, RACE[name]])),
});

const isSame = ({ version, thresholds }: RecordedRules): boolean => {
  const own = currentRules();
  const names = new Set([...Object.keys(thresholds), ...Object.keys(own.thresholds)]);
  return version === own.version && [...names].every((name) => thresholds[name] === own.thresholds[name]);
};

/** What a new engine states of the journal of a car. */
export interface Recomputed {
  /** Each once, in order. */
  readonly facts: readonly RaceFact[];
  readonly inputs: number;
  /** Inputs with another verdict than was recorded. */
  readonly otherVerdicts: number;
  /** The version of rules that the race was computed by in part, if it is not that of this build; else null. */
  readonly otherRules: string | null;
}

/**
 * A setup with the laps that these facts state, and none beyond. An instance may state a lap, and end before it stores the inputs
 * of it: the next one is given these inputs, and the lap in its setup.
 */
const withLapsOf = (facts: Iterable<RaceFact>, setup: RaceSetup): RaceSetup => {
  const epoch = setup.lapEpochs.at(-1)?.epoch ?? 0;
  const stated: Pick<SetupCar, 'lap' | 'crossedAt'> = { lap: 0, crossedAt: null };
  for (const fact of facts) {
    if (fact.type !== 'lapCompleted' || fact.lapEpoch !== epoch || fact.lap < stated.lap) continue;
    stated.lap = fact.lap;
    stated.crossedAt = fact.crossedAt;
  }
  return { ...setup, cars: setup.cars.map((car) => (car.lap > stated.lap ? { ...car, ...stated } : car)) };
};

/** @param journals of the car, in order of their minutes */
export const recomputeCar = (
  eventId: number,
  invitationId: number,
  journals: readonly Journal[],
): Recomputed => {
  const key = carKey(eventId, invitationId);
  const facts = new Map<string, RaceFact>();
  let engine: Engine = createEngine();
  /** Inputs that were read before the setup of their event. */
  let waiting: { readonly input: PositionInput; readonly verdict: string | undefined }[] = [];
  let otherRules: string | null = null;
  let inputs = 0;
  let otherVerdicts = 0;
  const take = (): void => {
    for (const fact of engine.takeFacts()) if (!facts.has(fact.id)) facts.set(fact.id, fact);
  };
  const apply = ({ input, verdict }: (typeof waiting)[number]): void => {
    if (engine.apply(key, input) !== verdict) otherVerdicts += 1;
  };

  for (const entry of inOrder(journals)) {
    switch (entry.type) {
      case 'opened':
        if (!isSame(entry.rules)) otherRules = entry.rules.version;
        if (entry.from === 'saved') break;
        take();
        engine = createEngine();
        break;
      case 'setup':
        take();
        engine.setup(eventId, withLapsOf(facts.values(), entry.setup));
        waiting.forEach(apply);
        waiting = [];
        break;
      case 'sweep':
        engine.sweep(entry.at);
        break;
      case 'due':
        engine.stateHeld(entry.at);
        break;
      case 'input':
        inputs += 1;
        if (engine.knows(eventId)) apply(entry);
        else waiting.push(entry);
    }
  }
  take();
  return { facts: [...facts.values()], inputs, otherVerdicts, otherRules };
};
