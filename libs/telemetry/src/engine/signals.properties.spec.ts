import { expect, it } from '@jest/globals';
import { RACE, SIGNALS, type PositionInput, type RaceFact } from '@flagpost/contracts';
import fc from 'fast-check';
import { live } from '../testing/play.js';
import { BEGAN, EVENT, fix, key, raceSetup } from '../testing/race-scene.js';
import { createSosRecorder } from '../testing/recorder.js';
import { createEngine, restoreEngine } from './engine.js';

const END_MS = 100_000;
const TICK_MS = 1_000;

const isReport = ({ type }: RaceFact): boolean => type === 'okReported' || type === 'hazardReported';

const scenario = fc.record({
  signals: fc.array(
    fc.record({
      waitMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4_000 })),
      type: fc.oneof(
        { weight: 3, arbitrary: fc.constant('sos' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...SIGNALS) },
      ),
      withFix: fc.boolean(),
    }),
    { maxLength: 20 },
  ),
  clearsMs: fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 8 }),
  /** How long after it changed the record is read, and how often. */
  delayMs: fc.integer({ min: 0, max: 6_000 }),
  readEveryMs: fc.integer({ min: 100, max: 3_000 }),
  restartsMs: fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 3 }),
});

it('has every press after the last clearing in force and recorded, and states each thing once', () => {
  fc.assert(
    fc.property(scenario, ({ signals, clearsMs, delayMs, readEveryMs, restartsMs }) => {
      let ms = 0;
      const inputs = signals.map(({ waitMs, type, withFix }, i): PositionInput => {
        ms += waitMs;
        const signal = type === 'flagConfirmed' ? { type, flagId: i + 1 } : { type };
        return withFix ? fix(ms, 0, 500, { signal }) : { receivedAt: BEGAN + ms, signal };
      });
      const recorder = createSosRecorder(1);
      const facts: RaceFact[] = [];
      let engine = createEngine();
      const read = (time: number): void =>
        engine.setup(EVENT, raceSetup(1, { cars: [recorder.entryAt(time)] }));
      const record = (): void => {
        const taken = engine.takeFacts();
        facts.push(...taken);
        recorder.record(taken);
      };
      let readUpTo = BEGAN;
      const turns = [
        ...inputs.map((input) => ({ at: input.receivedAt, take: () => engine.apply(key(1), input) })),
        ...clearsMs.map((at) => ({ at: BEGAN + at, take: () => recorder.clear(BEGAN + at) })),
        ...Array.from({ length: END_MS / readEveryMs }, (_, i) => BEGAN + i * readEveryMs).map((at) => ({
          at,
          take: () => read((readUpTo = at - delayMs)),
        })),
        ...Array.from({ length: END_MS / TICK_MS }, (_, i) => BEGAN + i * TICK_MS).map((at) => ({
          at,
          take: () => engine.stateHeld(at),
        })),
        ...restartsMs.map((at) => ({
          at: BEGAN + at,
          take: () => {
            engine = restoreEngine(engine.serialize());
            read(readUpTo);
          },
        })),
      ].sort((a, b) => a.at - b.at);
      read(BEGAN);
      for (const { take } of turns) {
        take();
        record();
      }

      const lastDirector = recorder.clearings().at(-1) ?? -Infinity;
      const lastOwn = inputs.findLastIndex(({ signal }) => signal?.type === 'sosCleared');
      const pressed = inputs.some(
        ({ signal, receivedAt }, i) => signal?.type === 'sos' && i > lastOwn && receivedAt > lastDirector,
      );
      expect([live(engine, END_MS)?.sos === true, recorder.isOpen()]).toEqual([pressed, pressed]);
      const cleared = facts.filter(({ type }) => type === 'sosCleared');
      expect(cleared.length).toBeLessThanOrEqual(1 + (ms + RACE.clearingsEveryMs) / RACE.clearingsEveryMs);
      const [reports, others] = [facts.filter(isReport), facts.filter((fact) => !isReport(fact))];
      expect(new Set(others.map(({ id }) => id)).size).toBe(others.length);
      // A report with the time of one before is that one, sent again: it bears its id.
      const told = inputs.flatMap(({ signal, receivedAt }) =>
        signal?.type === 'ok' || signal?.type === 'hazard' ? [`${signal.type} at ${receivedAt}`] : [],
      );
      expect(new Set(reports.map(({ id }) => id)).size).toBe(new Set(told).size);
      expect(reports).toHaveLength(told.length);
      const confirmed = facts.flatMap((fact) => (fact.type === 'flagConfirmed' ? [fact.flagId] : []));
      expect(confirmed).toEqual(
        inputs.flatMap(({ signal }) => (signal?.type === 'flagConfirmed' ? [signal.flagId] : [])),
      );
    }),
    { numRuns: 400 },
  );
});
