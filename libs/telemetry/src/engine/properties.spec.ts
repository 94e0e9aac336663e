import { describe, expect, it } from '@jest/globals';
import {
  RACE,
  RACE_RULES,
  RULES_NOW,
  SIGNALS,
  type LiveCar,
  type PositionInput,
  type RaceFact,
  type RaceRules,
  type RaceSetup,
  type Signal,
} from '@flagpost/contracts';
import fc from 'fast-check';
import { recomputeCar, type Journal } from '../journal/index.js';
import { quantiseInput } from '../quantise.js';
import { createTestJournal } from '../testing/journal.js';
import { isStopped, judge, lapsOf } from '../testing/oracle.js';
import { BEGAN, EVENT, fix, gaussian, key, place, raceSetup, setupCar } from '../testing/race-scene.js';
import { createEngine, restoreEngine, type Engine } from './engine.js';
import { epochAt } from './laps.js';

/** How a car goes on from one fix to the next: it turns round 400 m from the finish. */
const step = fc.record({
  waitMs: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 40, max: 2_500 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 40_000 }) },
  ),
  metresPerS: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 20, max: 97 }) },
    { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
  ),
  sideM: fc.integer({ min: -25, max: 25 }),
  fault: fc.oneof(
    { weight: 20, arbitrary: fc.constant('none' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('missing', 'twice', 'late', 'range', 'ahead', 'jump', 'untimed'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('sos', 'sosCleared', 'flagConfirmed', 'clockWrong', 'clockRight', 'moved'),
    },
  ),
});
const isSignal = (fault: string): fault is Signal['type'] => (SIGNALS as readonly string[]).includes(fault);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const drive = (startM: number, steps: readonly Step[]): PositionInput[] => {
  const inputs: PositionInput[] = [];
  let now = BEGAN;
  let along = startM;
  let direction = 1;
  let clockMs = 0;
  let offsetM = 0;
  for (const [i, { waitMs, metresPerS, sideM, fault }] of steps.entries()) {
    now += waitMs;
    // A centimetre more each time, along and aside: no two passes are equally near.
    const aside = sideM + 0.0137 * i;
    along += (direction * metresPerS * waitMs) / 1000 + 0.01;
    if (Math.abs(along) > 400) {
      direction = along > 0 ? -1 : 1;
      along = Math.sign(along) * 400;
    }
    if (fault === 'clockWrong') clockMs = 300_000;
    if (fault === 'clockRight') clockMs = 0;
    if (fault === 'moved') offsetM = offsetM === 0 ? 5_000 : 0;
    const fix = { receivedAt: now, t: now + clockMs - 120, ...place(along, aside + offsetM) };
    if (fault === 'missing') continue;
    else if (fault === 'range') inputs.push({ ...fix, lat: 91 });
    else if (fault === 'ahead') inputs.push({ ...fix, t: now + 900_000 });
    else if (fault === 'jump') inputs.push({ ...fix, ...place(along, 3_000) });
    else if (fault === 'untimed') inputs.push({ receivedAt: now, lat: fix.lat, lng: fix.lng });
    else if (isSignal(fault)) inputs.push({ ...fix, signal: { type: fault } });
    else if (fault === 'late') inputs.push(fix, { ...fix, t: fix.t - 3_000, ...place(0, 0) });
    else if (fault === 'twice') inputs.push(fix, fix, { ...fix, receivedAt: now + 10 });
    else inputs.push(fix);
  }
  return inputs;
};

const scenario = fc.record({
  cars: fc.array(
    fc.tuple(fc.integer({ min: -400, max: 400 }), fc.array(step, { minLength: 30, maxLength: 120 })),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  startM: fc.constantFrom(null, 20, 150, 300),
  resets: fc.array(fc.integer({ min: 0, max: 150_000 }), { maxLength: 3 }),
  /** How long after it began each reset is read. */
  delayMs: fc.integer({ min: -20_000, max: 40_000 }),
  sweeps: fc.boolean(),
  /** How long it goes on behind the last input. */
  restMs: fc.constantFrom(16_000, RACE.crossingWaitsForFixMs + 1),
  restarts: fc.oneof(
    fc.array(fc.integer({ min: 0, max: 150_000 }), { maxLength: 3 }),
    fc.constant(Array.from({ length: 300 }, (_, i) => i * 500)),
  ),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const setupOf = ({ cars, startM, resets }: Scenario): RaceSetup =>
  raceSetup(cars.length, {
    start: startM === null ? null : place(startM, 0),
    lapEpochs: [0, ...resets].sort((a, b) => a - b).map((ms, epoch) => ({ epoch, beganAt: BEGAN + ms })),
  });

const setupAsOf = (setup: RaceSetup, now: number, delayMs: number, moves: readonly Move[]): RaceSetup => ({
  ...setup,
  finish: moves.some(({ at, forMs }) => BEGAN + at <= now && now < BEGAN + at + forMs)
    ? ELSEWHERE
    : setup.finish,
  lapEpochs: setup.lapEpochs.filter(({ epoch, beganAt }) => epoch === 0 || beganAt + delayMs <= now),
});

interface Outcome {
  readonly facts: readonly RaceFact[];
  readonly cars: ReadonlyMap<number, LiveCar>;
  readonly verdicts: readonly (readonly string[])[];
  /** Of each car, in one block after the other. */
  readonly journals: readonly (readonly Journal[])[];
  readonly now: number;
}

/** The finish is saved at another place, and put right later: ms. */
const move = fc.record({
  at: fc.integer({ min: 0, max: 150_000 }),
  forMs: fc.integer({ min: 1, max: 5_000 }),
});
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;
const ELSEWHERE = place(250, 0);

/** Plays all cars in order of `receivedAt`, with setups, sweeps and restarts as the scenario has them. */
const play = (
  some: Scenario,
  inputs: readonly (readonly PositionInput[])[],
  moves: readonly Move[] = [],
  /** Of the first instance; one that goes on with its state has those of now. */
  firstRules = RULES_NOW,
): Outcome => {
  const setup = setupOf(some);
  const facts: RaceFact[] = [];
  const cars = new Map<number, LiveCar>();
  const verdicts: string[][] = inputs.map(() => []);
  const all = inputs
    .flatMap((own, car) => own.map((input) => ({ car, input })))
    .sort((a, b) => a.input.receivedAt - b.input.receivedAt);
  const journal = createTestJournal();
  let engine: Engine = createEngine({ onEffect: journal.onEffect, rules: firstRules });
  journal.open(BEGAN, 'nothing', firstRules);
  let read = setupAsOf(setup, BEGAN, some.delayMs, moves);
  engine.setup(EVENT, read);

  const given = [
    ...all.map(({ car, input }) => ({ at: input.receivedAt, what: 'input' as const, car, input })),
    ...setup.lapEpochs.map(({ beganAt }) => ({ at: beganAt + some.delayMs, what: 'setup' as const })),
    ...moves.flatMap(({ at, forMs }) =>
      [at, at + forMs].map((ms) => ({ at: BEGAN + ms, what: 'setup' as const })),
    ),
    ...some.restarts.map((ms) => ({ at: BEGAN + ms, what: 'restart' as const })),
  ];
  // Behind everything that is given: the clock of a process never goes back.
  const now = Math.max(BEGAN, ...given.map(({ at }) => at)) + some.restMs;
  const seconds = some.sweeps ? Array.from({ length: (now - BEGAN) / 1000 }, (_, i) => i) : [];
  const turns = [
    ...given,
    ...seconds.map((second) => ({ at: BEGAN + second * 1000, what: 'sweep' as const })),
  ].sort((a, b) => a.at - b.at);
  for (const turn of turns) {
    journal.setNow(turn.at);
    if (turn.what === 'input') {
      const verdict = engine.apply(key(turn.car + 1), turn.input);
      verdicts[turn.car]?.push(verdict);
      journal.input(turn.car + 1, turn.input, verdict);
    } else if (turn.what === 'sweep') engine.sweep(turn.at);
    else if (turn.what === 'restart') {
      facts.push(...engine.takeFacts());
      engine = restoreEngine(engine.serialize(), { onEffect: journal.onEffect });
      journal.open(turn.at, 'saved');
      engine.setup(EVENT, read);
    } else {
      read = setupAsOf(setup, turn.at, some.delayMs, moves);
      engine.setup(EVENT, read);
    }
  }
  journal.setNow(now);
  engine.setup(EVENT, setup);
  engine.stateHeld(now);
  engine.sweep(now);
  facts.push(...engine.takeFacts());
  engine.takeFrames(now - 10_000);
  for (const car of engine.takeFrames(now).flatMap((frame) => frame.cars)) cars.set(car.invitationId, car);
  const journals = inputs.map((_, car) => journal.of(car + 1));
  return { facts, cars, verdicts, journals, now };
};

/** What the api records: each fact once, and no lap of an epoch that had ended when it was driven. */
const recorded = (setup: RaceSetup, facts: readonly RaceFact[], invitationId: number) => {
  const byId = new Map<string, RaceFact>();
  for (const fact of facts) {
    if (fact.invitationId !== invitationId || fact.type !== 'lapCompleted') continue;
    if (fact.lapEpoch === epochAt(setup.lapEpochs, fact.receivedAt).epoch) byId.set(fact.id, fact);
  }
  return [...byId.values()].flatMap((fact) => {
    if (fact.type !== 'lapCompleted') return [];
    const { lapEpoch, lap, lapTimeMs, crossedAt, receivedAt } = fact;
    return [{ lapEpoch, lap, lapTimeMs, crossedAt, receivedAt }];
  });
};

describe('the engine', () => {
  it('does what the slow oracle says', () => {
    fc.assert(
      fc.property(scenario, (some) => {
        const setup = setupOf(some);
        const inputs = some.cars.map(([startM, steps]) => drive(startM, steps));
        const { facts, cars, verdicts, now } = play(some, inputs);
        inputs.forEach((own, i) => {
          const judged = judge(own);
          expect(verdicts[i]).toEqual(judged.verdicts);
          const laps = lapsOf(setup, own, now);
          const found = recorded(setup, facts, i + 1);
          expect(found.map(({ lapEpoch, lap, receivedAt }) => [lapEpoch, lap, receivedAt])).toEqual(
            laps.map(({ lapEpoch, lap, receivedAt }) => [lapEpoch, lap, receivedAt]),
          );
          found.forEach(({ crossedAt, lapTimeMs }, n) => {
            expect(Math.abs(crossedAt - (laps[n]?.crossedAt ?? NaN))).toBeLessThanOrEqual(1);
            expect(lapTimeMs === null).toBe(laps[n]?.lapTimeMs === null);
            expect(Math.abs((lapTimeMs ?? 0) - (laps[n]?.lapTimeMs ?? 0))).toBeLessThanOrEqual(2);
          });

          const epoch = epochAt(setup.lapEpochs, now).epoch;
          const ofEpoch = found.filter(({ lapEpoch }) => lapEpoch === epoch);
          const times = ofEpoch.flatMap(({ lapTimeMs }) => (lapTimeMs === null ? [] : [lapTimeMs]));
          const last = judged.accepted.at(-1);
          const heard = Math.max(...own.map(({ receivedAt }) => receivedAt));
          expect(cars.get(i + 1)).toMatchObject({
            receivedAt: last?.receivedAt ?? null,
            t: last?.t ?? null,
            lat: last?.lat ?? null,
            lapEpoch: epoch,
            counter: ofEpoch.length,
            lastLapMs: ofEpoch.at(-1)?.lapTimeMs ?? null,
            bestLapMs: times.length === 0 ? null : Math.min(...times),
            stopped: isStopped(judged.accepted),
            offline: !(now - heard <= 15_000),
            sos: own.findLast(({ signal }) => signal?.type.startsWith('sos'))?.signal?.type === 'sos',
          });
        });
      }),
      { numRuns: 100 },
    );
  });

  it('states the laps that a car drove, however late its fixes come', () => {
    // Three of them, one behind the other, and a pause are shorter than the engine waits.
    const outage = fc.record({
      from: fc.integer({ min: 0, max: 200_000 }),
      forMs: fc.integer({ min: 1, max: 180_000 }),
    });
    fc.assert(
      fc.property(scenario, fc.array(outage, { maxLength: 3 }), (some, outages) => {
        const driven: Scenario = { ...some, resets: [], restMs: RACE.crossingWaitsForFixMs + 1 };
        const live = some.cars.map(([startM, steps]) =>
          drive(
            startM,
            steps.map((one) => ({ ...one, fault: one.fault === 'missing' ? 'missing' : 'none' })),
          ),
        );
        /** When the fixes of an outage come: when it ends, and no other is on. */
        const cameAt = (sentAt: number): number =>
          outages.reduce(
            (at, { from, forMs }) => (at >= BEGAN + from ? Math.max(at, BEGAN + from + forMs) : at),
            sentAt,
          );
        const late = live.map((own) =>
          own.map((input) => ({ ...input, receivedAt: cameAt(input.receivedAt) })),
        );
        const lapsDriven = (inputs: readonly (readonly PositionInput[])[]) =>
          play(driven, inputs).facts.flatMap((fact) =>
            fact.type === 'lapCompleted' ? [{ ...fact, receivedAt: null }] : [],
          );
        const byCar = (one: { invitationId: number; lap: number }, other: typeof one): number =>
          one.invitationId - other.invitationId || one.lap - other.lap;
        expect(lapsDriven(late).sort(byCar)).toEqual(lapsDriven(live).sort(byCar));
      }),
      { numRuns: 100 },
    );
  });

  it('states the same facts again when it is given its journal, by the rules that it had', () => {
    const versions = Object.keys(RACE_RULES) as RaceRules[];
    const rules = fc.constantFrom(...versions);
    fc.assert(
      fc.property(scenario, fc.array(move, { maxLength: 5 }), rules, (some, moves, firstRules) => {
        const inputs = some.cars.map(([startM, steps]) => drive(startM, steps).map(quantiseInput));
        const { facts, journals } = play(some, inputs, moves, firstRules);
        journals.forEach((ofCar, i) => {
          const again = recomputeCar(EVENT, i + 1, ofCar);
          const stated = new Map(
            facts.filter(({ invitationId }) => invitationId === i + 1).map((fact) => [fact.id, fact]),
          );
          expect(again).toEqual({
            facts: [...stated.values()],
            inputs: inputs[i]?.length,
            otherVerdicts: 0,
            otherRules: null,
          });
        });
      }),
      { numRuns: 50 },
    );
  });

  it('that has lost its state goes on behind the last recorded lap, wherever that was', () => {
    fc.assert(
      fc.property(scenario, fc.nat(), (some, chosen) => {
        const setup = setupOf({ ...some, resets: [] });
        const [[startM, steps] = [0, []]] = some.cars;
        const inputs = drive(
          startM,
          steps.map((one) => ({ ...one, fault: one.fault === 'missing' ? 'missing' : 'none' })),
        );
        const now = BEGAN + 3_600_000;
        const laps = lapsOf(setup, inputs, now);
        const lap = chosen % (laps.length + 1);
        const engine = createEngine();
        const crossedAt = laps[lap - 1]?.crossedAt ?? null;
        engine.setup(EVENT, { ...setup, cars: [setupCar(1, { lap, crossedAt })] });
        for (const input of inputs) engine.apply(key(1), input);
        engine.sweep(now);
        const found = recorded(setup, engine.takeFacts(), 1);
        expect(found.map((one) => one.lap)).toEqual(laps.slice(lap).map((one) => one.lap));
        found.forEach(({ crossedAt: at, lapTimeMs }, i) => {
          expect(Math.abs(at - (laps[lap + i]?.crossedAt ?? NaN))).toBeLessThanOrEqual(1);
          expect(Math.abs((lapTimeMs ?? -1) - (laps[lap + i]?.lapTimeMs ?? -1))).toBeLessThanOrEqual(2);
        });
      }),
      { numRuns: 100 },
    );
  });

  /** Laps of a car that crosses once and then stands so far from the finish for 6 h, with 5 m of noise. */
  const lapsStanding = (distanceM: number, seed: number): number => {
    const gauss = gaussian(seed);
    const engine = createEngine();
    engine.setup(EVENT, raceSetup(1));
    for (let s = 0; s < 40; s += 1) engine.apply(key(1), fix(s * 1000, distanceM - 600 + s * 15, 0));
    for (let s = 40; s < 6 * 3_600; s += 1) {
      engine.apply(key(1), fix(s * 1000, distanceM + 5 * gauss(), 5 * gauss()));
    }
    engine.sweep(BEGAN + 7 * 3_600_000);
    return engine.takeFacts().filter(({ type }) => type === 'lapCompleted').length;
  };

  it('gives a car that stands 0 to 100 m from the finish for 6 h with 5 m of noise no lap', () => {
    const metres = [0, 10, 20, 25, 28, 31, 34, 40, 45, 50, 53, 55, 57, 60, 70, 85, 100];
    expect(metres.map((away) => [away, lapsStanding(away, away + 1)])).toEqual(
      metres.map((away) => [away, 0]),
    );
  });

  it('loses no lap of a car at up to 350 km/h with a fix a second and a circle of 30 m', () => {
    const lapMs = 60_000;
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 350 }),
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: -20, max: 20 }),
        fc.integer(),
        (kph, phaseMs, sideM, seed) => {
          const gauss = gaussian(seed);
          const radiusM = ((kph / 3.6) * (lapMs / 1000)) / (2 * Math.PI);
          const engine = createEngine();
          engine.setup(EVENT, raceSetup(1));
          for (let ms = phaseMs; ms < 10.4 * lapMs; ms += 1000) {
            const angle = (2 * Math.PI * (ms - lapMs / 3)) / lapMs;
            const eastM = (radiusM + sideM) * Math.sin(angle);
            const northM = (radiusM + sideM) * Math.cos(angle) - radiusM;
            engine.apply(key(1), fix(ms, eastM + gauss(), northM + gauss()));
          }
          const laps = recorded(raceSetup(1), engine.takeFacts(), 1);
          expect(laps).toHaveLength(10);
          const errors = laps.map(({ lapTimeMs }) => Math.abs((lapTimeMs ?? NaN) - lapMs));
          expect(Math.max(...errors)).toBeLessThan(10_000 / (kph / 3.6) + 150);
        },
      ),
      { numRuns: 40 },
    );
  });
});
