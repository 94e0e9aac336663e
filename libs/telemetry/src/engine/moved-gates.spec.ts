import { describe, expect, it } from '@jest/globals';
import type { PositionInput, RaceSetup } from '@flagpost/contracts';
import { recomputeCar } from '../journal/index.js';
import { quantiseInput } from '../quantise.js';
import { createTestJournal } from '../testing/journal.js';
import { drive, engineWith, laps, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, key, place, raceSetup } from '../testing/race-scene.js';
import { createEngine, restoreEngine, type Engine } from './engine.js';

/** The words of the map editor about saving during a race, `apps/backoffice/src/shared/texts/en/race-change.ts`, say this. */

const move = (engine: Engine, more: Partial<RaceSetup>): void => engine.setup(EVENT, raceSetup(2, more));
const finishAt = (eastM: number): Partial<RaceSetup> => ({ finish: place(eastM, 0) });

describe('a finish that is moved during a race', () => {
  it('ends the lap under way, which keeps its beginning and its number', () => {
    const engine = engineWith();
    send(engine, [...drive(0, -350, 350, 70), ...drive(60_000, -350, 350, 70)]);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, lapTimeMs: 60_000 }]);
    send(engine, drive(71_000, 420, 2_000, 70));
    move(engine, finishAt(-1_000));
    send(engine, [...drive(120_000, -1_350, -650, 70), ...drive(180_000, -1_350, -650, 70)]);
    expect(laps(engine.takeFacts())).toMatchObject([
      { lap: 2, lapTimeMs: 60_000, crossedAt: BEGAN + 125_000 },
      { lap: 3, lapTimeMs: 60_000 },
    ]);
  });

  it('gives a short lap to a car that has passed the former one and not yet the new one', () => {
    const engine = engineWith();
    send(engine, [...drive(0, -350, 350, 70), ...drive(60_000, -350, 70, 70)]);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1 }]);
    move(engine, finishAt(210));
    send(engine, drive(67_000, 140, 560, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 2, lapTimeMs: 3_000 }]);
  });

  it('gives no lap to a car that has passed the new one and not yet the former one, until it comes round', () => {
    const engine = engineWith();
    send(engine, [...drive(0, -350, 350, 70), ...drive(60_000, -350, -70, 70)]);
    move(engine, finishAt(-210));
    send(engine, drive(65_000, 0, 350, 70));
    expect(laps(engine.takeFacts())).toEqual([]);
    send(engine, drive(120_000, -560, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, lapTimeMs: 120_000 }]);
  });

  it('counts a car inside the former circle at once, and one inside the new circle when it comes round', () => {
    const engine = engineWith();
    send(engine, [...drive(0, -350, 350, 70), fix(60_000, -100, 2), fix(61_000, -20, 2)]);
    expect(laps(engine.takeFacts())).toEqual([]);
    move(engine, finishAt(20));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1 }]);
    send(engine, [fix(62_000, 20, 2), ...drive(63_000, 100, 520, 70)]);
    expect(laps(engine.takeFacts())).toEqual([]);
    send(engine, drive(120_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 2 }]);
  });

  it('counts no lap while there is none, and goes on where it stopped once there is one again', () => {
    const engine = engineWith();
    send(engine, [...drive(0, -350, 350, 70), ...drive(60_000, -350, 350, 70)]);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1 }]);
    move(engine, { finish: null });
    send(engine, drive(120_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toEqual([]);
    move(engine, finishAt(0));
    send(engine, drive(180_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 2, lapTimeMs: 120_000 }]);
  });
});

describe('a finish that is moved and put right while a car is silent', () => {
  it('is in the journal of the car, also after a restart', () => {
    const journal = createTestJournal();
    const give = (engine: Engine, inputs: readonly PositionInput[]): void =>
      inputs.map(quantiseInput).forEach((input) => {
        journal.setNow(input.receivedAt);
        journal.input(1, input, engine.apply(key(1), input));
      });
    journal.open(BEGAN, 'nothing');
    const before = createEngine({ onEffect: journal.onEffect });
    move(before, {});
    give(before, [...drive(0, -350, 350, 70), ...drive(60_000, -350, -70, 70)]);
    expect(laps(before.takeFacts())).toEqual([]);

    journal.open(BEGAN + 64_500, 'saved');
    const after = restoreEngine(before.serialize(), { onEffect: journal.onEffect });
    for (const setup of [{}, finishAt(-1_000), {}]) move(after, setup);
    give(after, [...drive(65_000, 0, 350, 70), ...drive(120_000, -350, 350, 70)]);
    const facts = after.takeFacts();
    expect(laps(facts)).toMatchObject([{ lap: 1, lapTimeMs: 120_000 }]);
    expect(recomputeCar(EVENT, 1, journal.of(1))).toMatchObject({ facts, otherVerdicts: 0 });
  });
});

describe('a start that is moved during a race', () => {
  it('times runs that begin at it; a run under way keeps the time at which it left the former one', () => {
    const engine = engineWith(raceSetup(1, { start: place(-5_000, 0) }));
    send(engine, [fix(0, -5_001, 0), fix(30_000, -5_000, 0), fix(31_000, -4_960, 0), fix(40_000, -4_000, 0)]);
    move(engine, { start: place(-4_500, 0) });
    send(engine, drive(110_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, lapTimeMs: 85_000 }]);
  });

  it('beyond two radii from the finish makes laps runs from start to finish; the lap under way keeps its beginning', () => {
    const engine = engineWith();
    send(engine, drive(0, -350, 350, 70));
    move(engine, { start: place(-5_000, 0) });
    send(engine, drive(60_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, lapTimeMs: 60_000 }]);
    send(engine, drive(120_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 2, lapTimeMs: null }]);
  });

  it('to within two radii of the finish makes runs laps; the first run of a car that is under way is none', () => {
    const stage = { start: place(-5_000, 0) };
    const engine = engineWith(raceSetup(2, stage));
    const run = (startMs: number) => [
      fix(startMs, -5_000, 0),
      fix(startMs + 10_000, -4_000, 0),
      ...drive(startMs + 60_000, -350, 350, 70),
    ];
    send(engine, run(0));
    expect(laps(engine.takeFacts())).toMatchObject([{ invitationId: 1, lap: 1 }]);
    const [begun, under] = [run(100_000), run(100_000)];
    send(engine, begun.slice(0, 2));
    send(engine, under.slice(0, 2), 2);
    move(engine, { start: null });
    send(engine, begun.slice(2));
    send(engine, under.slice(2), 2);
    expect(laps(engine.takeFacts())).toMatchObject([{ invitationId: 1, lap: 2 }]);
  });

  it('within two radii of the finish changes nothing', () => {
    const engine = engineWith();
    send(engine, [...drive(0, -350, 350, 70), fix(60_000, -100, 2), fix(61_000, -20, 2)]);
    move(engine, { start: place(-40, 0) });
    expect(laps(engine.takeFacts())).toEqual([]);
    send(engine, drive(62_000, 100, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1 }]);
  });
});
