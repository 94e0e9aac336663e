import {
  carKey,
  RACE,
  RACE_RULES,
  RULES_NOW,
  type PositionInput,
  type RaceFact,
  type RaceRules,
  type RaceSetup,
  type SetupCar,
} from '@flagpost/contracts';
import { createEngine, restoreEngine, type Engine } from '../engine/engine.js';
import { inOrder, type JournalEntry } from './in-order.js';
import type { Journal } from './journal.js';
import type { RecordedRules } from './notes.js';

/** As a race records them. */
export const recordedRules = (version: RaceRules): RecordedRules => ({
  version,
  thresholds: Object.fromEntries(RACE_RULES[version].map((name) => [name, RACE[name]])),
});

/** The rules of this build. */
export const currentRules = (): RecordedRules => recordedRules(RULES_NOW);

const isVersion = (version: string): version is RaceRules => Object.hasOwn(RACE_RULES, version);

/** The rules that a race recorded; null if this build has others under that name, or none. */
const rulesOf = ({ version, thresholds }: RecordedRules): RaceRules | null => {
  if (!isVersion(version)) return null;
  const own = recordedRules(version).thresholds;
  const names = new Set([...Object.keys(thresholds), ...Object.keys(own)]);
  return [...names].every((name) => thresholds[name] === own[name]) ? version : null;
};

/** What a new engine states of the journal of a car. */
export interface Recomputed {
  /** Each once, in order. */
  readonly facts: readonly RaceFact[];
  readonly inputs: number;
  /** Inputs with another verdict than was recorded. */
  readonly otherVerdicts: number;
  /** The version of rules that the race was computed by in part, if this build does not have them; else null. */
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
  let rules = RULES_NOW;
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

  /** A saved state goes on by other rules only where an instance of another release went on with it. */
  const openedBy = ({ from, rules: recorded }: Extract<JournalEntry, { type: 'opened' }>): void => {
    const opened = rulesOf(recorded);
    if (opened === null) otherRules = recorded.version;
    const before = rules;
    rules = opened ?? RULES_NOW;
    if (from === 'saved' && rules === before) return;
    take();
    engine = from === 'saved' ? restoreEngine(engine.serialize(), { rules }) : createEngine({ rules });
  };

  for (const entry of inOrder(journals)) {
    switch (entry.type) {
      case 'opened':
        openedBy(entry);
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
