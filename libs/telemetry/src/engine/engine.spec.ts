import { describe, expect, it } from '@jest/globals';
import type { LiveCar, PositionInput, RaceFact, RaceSetup } from '@flagpost/contracts';
import { BEGAN, EVENT, fix, key, place, raceSetup, setupCar } from '../testing/race.js';
import { createEngine, type Engine } from './engine.js';

const engineWith = (setup: RaceSetup = raceSetup(2)): Engine => {
  const engine = createEngine();
  engine.setup(EVENT, setup);
  return engine;
};

const send = (engine: Engine, inputs: readonly PositionInput[], car = 1): string[] =>
  inputs.map((input) => engine.apply(key(car), input));

/** Straight on past the finish, 2 m north of it, at a steady speed: from `fromM` west, one fix a second. */
const drive = (startMs: number, fromM: number, toM: number, metresPerS: number): PositionInput[] =>
  Array.from({ length: Math.floor((toM - fromM) / metresPerS) + 1 }, (_, i) =>
    fix(startMs + i * 1000, fromM + i * metresPerS, 2),
  );

const live = (engine: Engine, ms: number, car = 1): LiveCar | undefined => {
  const cars = engine.takeFrames(BEGAN + ms).flatMap((frame) => frame.cars);
  return cars.find(({ invitationId }) => invitationId === car);
};

const laps = (facts: readonly RaceFact[]) =>
  facts.flatMap((fact) => (fact.type === 'lapCompleted' ? [fact] : []));

describe('a fix', () => {
  it('moves the car and is shown with what the device left out', () => {
    const engine = engineWith();
    expect(send(engine, [fix(0, -300, 0), fix(1000, -270, 0)])).toEqual(['accepted', 'accepted']);
    const car = live(engine, 1000);
    expect(car?.speedKph).toBeCloseTo(108, 1);
    expect(car?.headingDeg).toBeCloseTo(90, 1);
    expect(car).toMatchObject({ receivedAt: BEGAN + 1000, offline: false, stopped: false, counter: 0 });
  });

  it('is dropped and counted by its reason, and changes nothing', () => {
    const engine = engineWith();
    send(engine, [fix(0, 0, 500)]);
    const before = live(engine, 0);
    expect(
      send(engine, [
        fix(100, 0, 500, { lat: 90.1 }),
        fix(200, 0, 500, { lng: -181 }),
        { receivedAt: BEGAN + 300, lat: 44 },
        fix(400, 0, 501, { t: BEGAN + 60_401 }),
        fix(500, 0, 600),
        fix(0, 0, 501),
        fix(600, 0, 500, { t: BEGAN - 1 }),
      ]),
    ).toEqual([
      'invalidCoordinates',
      'invalidCoordinates',
      'invalidCoordinates',
      'clockAhead',
      'jump',
      'repeated',
      'late',
    ]);
    expect(live(engine, 6000)).toEqual({ ...before });
    expect(engine.counts).toMatchObject({
      invalidCoordinates: 3,
      clockAhead: 1,
      jump: 1,
      repeated: 1,
      late: 1,
    });
  });

  it('is judged by its speed: 600 km/h is driving, more is a jump', () => {
    expect(send(engineWith(), [fix(0, 0, 500), fix(3600, 0, 1099)])).toEqual(['accepted', 'accepted']);
    expect(send(engineWith(), [fix(0, 0, 500), fix(3600, 0, 1101)])).toEqual(['accepted', 'jump']);
  });

  it('without a device time takes receivedAt', () => {
    const engine = engineWith();
    const { t: _, ...input } = fix(4000, 0, 500);
    expect(engine.apply(key(1), input)).toBe('accepted');
    expect(live(engine, 4000)?.t).toBe(BEGAN + 4000);
  });

  it('is the new truth where three dropped ones in a row agree', () => {
    const engine = engineWith();
    const far = [fix(1000, 9000, 0), fix(2000, 9030, 0), fix(3000, 9060, 0), fix(4000, 9090, 0)];
    expect(send(engine, [fix(0, 0, 500), ...far])).toEqual([
      'accepted',
      'jump',
      'jump',
      'accepted',
      'accepted',
    ]);
    expect(live(engine, 4000)).toMatchObject({ ...place(9090, 0), headingDeg: expect.closeTo(90, 1) });
    const other = engineWith();
    const scattered = [fix(1000, 9000, 0), fix(2000, -9000, 0), fix(3000, 9060, 0), fix(4000, 0, 510)];
    expect(send(other, [fix(0, 0, 500), ...scattered])).toEqual([
      'accepted',
      'jump',
      'jump',
      'jump',
      'accepted',
    ]);
  });

  it('of a clock that stays wrong is the new truth, and so is the clock put right', () => {
    const engine = engineWith();
    const ahead = [1, 2, 3, 4].map((s) => fix(s * 1000, s * 20, 500, { t: BEGAN + s * 1000 + 300_000 }));
    expect(send(engine, [fix(0, 0, 500), ...ahead])).toEqual([
      'accepted',
      'clockAhead',
      'clockAhead',
      'accepted',
      'accepted',
    ]);
    expect(
      send(
        engine,
        [5, 6, 7, 8].map((s) => fix(s * 1000, s * 20, 500)),
      ),
    ).toEqual(['late', 'late', 'accepted', 'accepted']);
  });

  it('of an unpublished or past event or of an unauthorised car leaves no state', () => {
    const engine = engineWith(raceSetup(1, { cars: [setupCar(1), setupCar(2, { authorized: false })] }));
    expect(engine.apply(key(2), fix(0, 0, 500))).toBe('unauthorized');
    expect(engine.apply(key(1), fix(-1, 0, 500))).toBe('pastEvent');
    expect(engine.apply(key(1), fix(24 * 3_600_000 + 1, 0, 500))).toBe('pastEvent');
    engine.sweep(BEGAN);
    expect(engine.takeFrames(BEGAN)).toMatchObject([
      { cars: [{ invitationId: 1, receivedAt: null, offline: true }] },
    ]);
    engine.setup(EVENT, raceSetup(1, { published: false }));
    expect(engine.apply(key(1), fix(1, 0, 500))).toBe('unpublished');
    expect(engine.takeFrames(BEGAN)).toEqual([]);
  });

  it('of an event that is unknown is for the caller to hold', () => {
    const engine = createEngine();
    expect(engine.knows(EVENT)).toBe(false);
    expect(engine.apply(key(1), fix(0, 0, 500))).toBe('unknownEvent');
    engine.setup(EVENT, raceSetup(1));
    expect(engine.knows(EVENT)).toBe(true);
    engine.setup(EVENT, null);
    expect(engine.knows(EVENT)).toBe(false);
  });
});

describe('offline and stopped', () => {
  it('a car is offline when nothing was received for more than 15 s', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, 0, 500)]);
    engine.sweep(BEGAN + 15_000);
    expect(live(engine, 15_000)?.offline).toBe(false);
    engine.sweep(BEGAN + 15_001);
    expect(live(engine, 15_001)?.offline).toBe(true);
    send(engine, [fix(16_000, 0, 500)]);
    expect(live(engine, 16_000)?.offline).toBe(false);
  });

  it('a competitor never heard is offline', () => {
    const engine = engineWith(raceSetup(2));
    engine.sweep(BEGAN + 1000);
    expect(engine.takeFrames(BEGAN + 1000)[0]?.cars.map((car) => [car.offline, car.lat])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  it('a car is stopped after 10 s within 30 m of where it first was', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, 0, 500), fix(5000, 29, 500), fix(9999, 28.9, 500)]);
    expect(live(engine, 9999)?.stopped).toBe(false);
    send(engine, [fix(10_000, 29, 500)]);
    expect(live(engine, 10_000)?.stopped).toBe(true);
    send(engine, [fix(11_000, 31, 500)]);
    expect(live(engine, 11_000)?.stopped).toBe(false);
    send(engine, [fix(21_000, 60, 500)]);
    expect(live(engine, 21_000)?.stopped).toBe(true);
  });
});

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

  it('states a crossing 10 s after entry, or when the car falls silent inside', () => {
    const opened = [...drive(0, -350, 350, 70), fix(20_000, 900, 0)];
    const waiting = engineWith();
    send(waiting, opened);
    send(waiting, [fix(60_000, -100, 2), fix(61_000, -20, 2), fix(62_000, 5, 2), fix(70_999, 8, 2)]);
    expect(laps(waiting.takeFacts())).toEqual([]);
    send(waiting, [fix(71_000, 8, 2)]);
    expect(laps(waiting.takeFacts())).toMatchObject([
      { lap: 1, receivedAt: BEGAN + 71_000, crossedAt: BEGAN + 61_800 },
    ]);

    const silent = engineWith();
    send(silent, opened);
    send(silent, [fix(60_000, -100, 2), fix(61_000, -20, 2), fix(62_000, 5, 2)]);
    silent.sweep(BEGAN + 77_001);
    const stated = laps(silent.takeFacts());
    expect(stated).toMatchObject([{ lap: 1, receivedAt: BEGAN + 62_000, crossedAt: BEGAN + 61_800 }]);

    const unswept = engineWith();
    send(unswept, opened);
    send(unswept, [fix(60_000, -100, 2), fix(61_000, -20, 2), fix(62_000, 5, 2), fix(90_000, 5, 2)]);
    expect(laps(unswept.takeFacts())).toEqual(stated);
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

describe('signals', () => {
  const sos = (ms: number, more: Partial<PositionInput> = {}): PositionInput => ({
    receivedAt: BEGAN + ms,
    signal: { type: 'sos' },
    ...more,
  });

  it.each([
    ['no coordinates', sos(0)],
    ['coordinates out of range', sos(0, { lat: 400, lng: 400 })],
    ['a wrong clock', fix(0, 0, 0, { t: BEGAN + 9e9, signal: { type: 'sos' } })],
    ['a late fix', fix(0, 0, 0, { t: 0, signal: { type: 'sos' } })],
    ['a past event', sos(-3_600_000)],
  ])('raise SOS with %s', (_, input) => {
    const engine = engineWith();
    send(engine, [fix(-1, 0, 500), input]);
    expect(engine.takeFacts()).toMatchObject([
      { type: 'sosRaised', id: `sos:${EVENT}:1:${input.receivedAt}` },
    ]);
  });

  it('raise SOS for an unauthorised car and one that the setup does not list', () => {
    const engine = engineWith(raceSetup(1, { cars: [setupCar(1, { authorized: false })] }));
    send(engine, [sos(0)]);
    send(engine, [sos(0)], 99);
    expect(engine.takeFacts().map(({ invitationId }) => invitationId)).toEqual([1, 99]);
    expect(engine.takeFrames(BEGAN)[0]?.cars.map((car) => car.sos)).toEqual([true, true]);
  });

  it('raise once until cleared by the car or by the api', () => {
    const engine = engineWith(raceSetup(1));
    const types = () => engine.takeFacts().map(({ type }) => type);
    send(engine, [
      sos(0),
      sos(1000),
      { receivedAt: BEGAN + 2000, signal: { type: 'sosCleared' } },
      sos(3000),
    ]);
    expect(types()).toEqual(['sosRaised', 'sosCleared', 'sosRaised']);
    const recorded = { sosRaisedAt: BEGAN + 3000, sosClearedAt: BEGAN + 2000 };
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
    send(engine, [sos(4000)]);
    expect(types()).toEqual([]);
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { ...recorded, sosClearedAt: BEGAN + 5000 })] }));
    expect(live(engine, 5000)?.sos).toBe(false);
    send(engine, [sos(6000)]);
    expect(types()).toEqual(['sosRaised']);
  });

  it('are not raised again when the inputs are read again after a restart', () => {
    const cleared = setupCar(1, { sosRaisedAt: BEGAN, sosClearedAt: BEGAN + 1000 });
    const engine = engineWith(raceSetup(1, { cars: [cleared] }));
    send(engine, [sos(0)]);
    expect(engine.takeFacts()).toEqual([]);
    expect(
      engineWith(raceSetup(1, { cars: [setupCar(1, { sosRaisedAt: BEGAN })] })).takeFrames(BEGAN),
    ).toEqual([]);
  });

  it('state a confirmed flag', () => {
    const engine = engineWith();
    send(engine, [
      { receivedAt: BEGAN, signal: { type: 'flagConfirmed', flagId: 12 } },
      { receivedAt: BEGAN + 5, signal: { type: 'flagConfirmed' } },
    ]);
    expect(engine.takeFacts()).toMatchObject([
      { id: `flagConfirmed:${EVENT}:1:12`, flagId: 12, confirmedAt: BEGAN },
      { id: `flagConfirmed:${EVENT}:1:at${BEGAN + 5}`, flagId: null },
    ]);
  });
});

describe('frames', () => {
  it('hold what changed, and each car at least every 5 s', () => {
    const engine = engineWith(raceSetup(2));
    engine.sweep(BEGAN);
    send(engine, [fix(0, 0, 500)]);
    const ids = (ms: number) =>
      engine.takeFrames(BEGAN + ms).flatMap((f) => f.cars.map((car) => car.invitationId));
    expect(ids(0).sort()).toEqual([1, 2]);
    expect(ids(100)).toEqual([]);
    send(engine, [fix(200, 0, 501), fix(400, 0, 502)], 2);
    expect(ids(400)).toEqual([2]);
    expect(ids(5000)).toEqual([1]);
    expect(ids(5400)).toEqual([2]);
  });

  it('leave out a car that is no longer authorised, but for its SOS', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, 0, 500)]);
    expect(live(engine, 0)).toBeDefined();
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { authorized: false })] }));
    engine.sweep(BEGAN + 20_000);
    expect(live(engine, 20_000)).toBeUndefined();
    send(engine, [{ receivedAt: BEGAN + 21_000, signal: { type: 'sos' } }]);
    expect(live(engine, 21_000)?.sos).toBe(true);
    send(engine, [{ receivedAt: BEGAN + 22_000, signal: { type: 'sosCleared' } }]);
    expect(live(engine, 22_000)?.sos).toBe(false);
    expect(live(engine, 30_000)).toBeUndefined();
  });

  it('are of the cars this engine answers for', () => {
    const engine = createEngine({ owns: (name) => name === key(2) });
    engine.setup(EVENT, raceSetup(3));
    engine.sweep(BEGAN);
    expect(engine.takeFrames(BEGAN)[0]?.cars.map((car) => car.invitationId)).toEqual([2]);
  });
});
