import { describe, expect, it } from '@jest/globals';
import { createEngine, type Engine } from './engine.js';
import { drive, engineWith, laps, live, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, place, raceSetup, setupCar } from '../testing/race-scene.js';

describe('laps', () => {
  it('opens at the first crossing and completes at every later one, by the closest approach', () => {
    const engine = engineWith();
    send(engine, [
      ...drive(0, -350, 350, 70),
      ...drive(60_000, -335, 350, 70),
      ...drive(120_500, -350, 350, 70),
    ]);
    const facts = laps(engine.takeFacts());
    expect(facts.map(({ lap, lapEpoch, id }) => [lap, lapEpoch, id])).toEqual([
      [1, 0, `lap:${EVENT}:1:0:1`],
      [2, 0, `lap:${EVENT}:1:0:2`],
    ]);
    expect(facts[0]?.crossedAt).toBe(BEGAN + 60_000 + Math.round((335 / 70) * 1000));
    expect(facts[0]?.lapTimeMs).toBe(60_000 + Math.round((335 / 70) * 1000) - 5000);
    expect(live(engine, 130_500)).toMatchObject({ counter: 2, lastLapMs: expect.any(Number) });
  });

  it('counts a car that was inside at its first fix from when it leaves', () => {
    const engine = engineWith();
    send(engine, [...drive(0, 0, 700, 70), ...drive(60_000, -350, 350, 70)]);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, lapTimeMs: 65_000 }]);
  });

  const opened = [...drive(0, -350, 350, 70), fix(20_000, 900, 0)];
  const inside = [fix(60_000, -100, 2), fix(61_000, -20, 2), fix(62_000, 5, 2)];

  it('states a crossing 10 s after entry', () => {
    const engine = engineWith();
    send(engine, [...opened, ...inside, fix(70_999, 8, 2)]);
    expect(laps(engine.takeFacts())).toEqual([]);
    send(engine, [fix(71_000, 8, 2)]);
    expect(laps(engine.takeFacts())).toMatchObject([
      { lap: 1, receivedAt: BEGAN + 71_000, crossedAt: BEGAN + 61_800 },
    ]);
  });

  it('waits for the fixes that a car without a network keeps', () => {
    const rest = [fix(62_500, 0, 0.1), fix(63_000, 20, 2), fix(64_000, 100, 2)];
    const live = engineWith();
    send(live, [...opened, fix(60_000, -100, 2), fix(61_000, -20, 2), ...rest]);
    const [stated] = laps(live.takeFacts());
    expect(stated).toMatchObject({ lap: 1, crossedAt: BEGAN + 62_500 });

    const late = engineWith();
    send(late, [...opened, fix(60_000, -100, 2), fix(61_000, -20, 2)]);
    late.sweep(BEGAN + 661_000);
    send(
      late,
      rest.map((one) => ({ ...one, receivedAt: BEGAN + 661_000 })),
    );
    expect(laps(late.takeFacts())).toEqual([{ ...stated, receivedAt: BEGAN + 661_000 }]);
  });

  it('states a crossing by the fixes so far where a gap follows, no fix for 10 minutes, or the end', () => {
    const due = { lap: 1, receivedAt: BEGAN + 62_000, crossedAt: BEGAN + 61_800 };
    const began = (): Engine => {
      const engine = engineWith();
      send(engine, [...opened, ...inside]);
      return engine;
    };
    const silent = began();
    silent.sweep(BEGAN + 662_000);
    expect(laps(silent.takeFacts())).toEqual([]);
    silent.sweep(BEGAN + 662_001);
    expect(laps(silent.takeFacts())).toMatchObject([due]);

    const unswept = began();
    send(unswept, [fix(700_000, 5, 2, { t: BEGAN + 63_000 })]);
    expect(laps(unswept.takeFacts())).toMatchObject([due]);

    const heard = began();
    send(heard, [{ receivedAt: BEGAN + 662_001, battery: 50 }]);
    expect(laps(heard.takeFacts())).toMatchObject([due]);

    const gap = began();
    send(gap, [fix(77_001, 0, 0)]);
    expect(laps(gap.takeFacts())).toMatchObject([due]);

    const finished = began();
    const { finishesAt } = raceSetup(2);
    finished.setup(EVENT, raceSetup(2, { finishesAt: BEGAN + 63_000 }));
    finished.sweep(BEGAN + 63_000);
    expect(laps(finished.takeFacts())).toEqual([]);
    finished.sweep(BEGAN + 63_001);
    expect(laps(finished.takeFacts())).toMatchObject([due]);
    finished.setup(EVENT, raceSetup(2, { finishesAt }));
    send(finished, [fix(63_000, 2, 2), fix(64_000, 100, 2)]);
    expect(laps(finished.takeFacts())).toEqual([]);
  });

  it('states it when the car goes offline, by the rules of former races', () => {
    const engine = createEngine({ rules: 'circle-1' });
    engine.setup(EVENT, raceSetup(1));
    send(engine, [...opened, ...inside]);
    engine.sweep(BEGAN + 77_001);
    expect(laps(engine.takeFacts())).toMatchObject([
      { lap: 1, receivedAt: BEGAN + 62_000, crossedAt: BEGAN + 61_800 },
    ]);
  });

  it('does not count again before 5 s beyond radius + 30 m', () => {
    const engine = engineWith();
    send(engine, drive(0, -350, 70, 70));
    const back = [
      fix(8900, 70, 2),
      fix(9900, 59, 2),
      fix(10_800, 70, 2),
      fix(15_700, 61, 2),
      fix(16_700, -61, 2),
    ];
    send(engine, back);
    expect(laps(engine.takeFacts())).toEqual([]);
    send(engine, [fix(17_700, -70, 2), fix(21_700, -70, 2), fix(22_700, 0, 2), fix(23_700, 80, 2)]);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, crossedAt: BEGAN + 22_700 }]);
  });

  it('takes no path through a gap of more than 15 s, but a fix inside', () => {
    const past = engineWith();
    send(past, [...drive(0, -350, 350, 70), fix(20_000, -500, 0), fix(36_000, 500, 0)]);
    expect(laps(past.takeFacts())).toEqual([]);
    const into = engineWith();
    send(into, [
      ...drive(0, -350, 350, 70),
      fix(20_000, -500, 0),
      fix(26_000, -500, 0),
      fix(50_000, 5, 0),
      fix(51_000, 50, 0),
    ]);
    expect(laps(into.takeFacts())).toMatchObject([{ crossedAt: BEGAN + 50_000 }]);
  });

  it('continues a lost state from the last recorded lap and counts none of it again', () => {
    const inputs = [
      ...drive(0, -350, 350, 70),
      ...drive(60_000, -350, 350, 70),
      ...drive(120_000, -350, 350, 70),
    ];
    const engine = engineWith(raceSetup(1, { cars: [setupCar(1, { lap: 1, crossedAt: BEGAN + 65_000 })] }));
    send(engine, inputs);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 2, lapTimeMs: 60_000 }]);
  });
});

describe('a stage', () => {
  const stage = raceSetup(1, { start: place(-5000, 0) });

  it('counts runs from start to finish, from when the car leaves the start', () => {
    const engine = engineWith(stage);
    send(engine, [
      fix(0, -5001, 0),
      fix(30_000, -5000, 0),
      fix(31_000, -4960, 0),
      ...drive(110_000, -350, 350, 70),
    ]);
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 1, lapTimeMs: 85_000 }]);
  });

  it('counts a finish without a start with no time', () => {
    const engine = engineWith(stage);
    send(engine, [...drive(0, -350, 350, 70), ...drive(60_000, -350, 350, 70)]);
    expect(laps(engine.takeFacts())).toMatchObject([
      { lap: 1, lapTimeMs: null },
      { lap: 2, lapTimeMs: null },
    ]);
  });
});

describe('a stage continued from the record', () => {
  it('gives a finish that is already recorded no second time, and its start to no other', () => {
    const recorded = setupCar(1, { lap: 1, crossedAt: BEGAN + 115_000 });
    const engine = engineWith(raceSetup(1, { start: place(-5000, 0), cars: [recorded] }));
    send(engine, [
      fix(0, -5001, 0),
      fix(30_000, -5000, 0),
      fix(31_000, -4960, 0),
      ...drive(110_000, -350, 350, 70),
    ]);
    send(engine, drive(140_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lap: 2, lapTimeMs: null }]);
  });
});

describe('a reset', () => {
  const passes = [0, 1, 2, 3, 4].flatMap((n) => drive(n * 60_000, -350, 350, 70));
  const reset = raceSetup(1, {
    lapEpochs: [
      { epoch: 0, beganAt: BEGAN },
      { epoch: 1, beganAt: BEGAN + 100_000 },
    ],
  });
  const inNewEpoch = [
    { lapEpoch: 1, lap: 1, lapTimeMs: 60_000 },
    { lapEpoch: 1, lap: 2, lapTimeMs: 60_000 },
  ];

  it('begins a new epoch for inputs received from then on', () => {
    const engine = engineWith(reset);
    send(engine, passes);
    expect(laps(engine.takeFacts())).toMatchObject([{ lapEpoch: 0, lap: 1 }, ...inNewEpoch]);
  });

  it('that is read late gives the laps received after it to its epoch', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, passes);
    expect(laps(engine.takeFacts())).toHaveLength(4);
    engine.setup(EVENT, reset);
    expect(laps(engine.takeFacts())).toMatchObject(inNewEpoch);
    expect(live(engine, 300_000)).toMatchObject({ lapEpoch: 1, counter: 2 });
    send(engine, drive(300_000, -350, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lapEpoch: 1, lap: 3, lapTimeMs: 60_000 }]);
  });

  it('shows every car at zero at once', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, passes.slice(0, 20));
    expect(live(engine, 71_000)?.counter).toBe(1);
    engine.setup(EVENT, reset);
    expect(live(engine, 100_000)).toMatchObject({ lapEpoch: 1, counter: 0, lastLapMs: null });
  });

  it('counts a car inside when it begins from when the car leaves', () => {
    const engine = engineWith(reset);
    send(engine, [
      fix(0, -500, 0),
      fix(95_000, 5, 0),
      fix(105_000, 5, 0),
      fix(106_000, 0, 0),
      fix(107_000, 60, 0),
    ]);
    send(engine, drive(158_000, -490, 350, 70));
    expect(laps(engine.takeFacts())).toMatchObject([{ lapEpoch: 1, lap: 1, lapTimeMs: 59_000 }]);
  });
});
