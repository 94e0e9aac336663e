import { describe, expect, it } from '@jest/globals';
import type { PositionInput, Signal } from '@flagpost/contracts';
import { engineWith, live, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, raceSetup, setupCar } from '../testing/race-scene.js';
import { restoreEngine, type Engine } from './engine.js';

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
    send(engine, [sos(0), { receivedAt: BEGAN + 2000, signal: { type: 'sosCleared' } }, sos(3000)]);
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

  it('tell how fast the car drove in the 15 to 30 s before its last fix', () => {
    const engine = engineWith();
    const drive = (seconds: number, speedKph: number) =>
      fix(seconds * 1_000, -300 + seconds, 0, { speedKph });
    const speeds = () =>
      engine.takeFacts().flatMap((fact) => (fact.type === 'sosRaised' ? [fact.speedBeforeKph] : []));
    send(engine, [sos(0)], 99);
    expect(speeds()).toEqual([null]);
    // The fix that comes with the signal is no longer before it.
    send(engine, [drive(14, 60), drive(16, 151), drive(20, 143), drive(31, 0)]);
    send(engine, [{ ...drive(44, 200), signal: { type: 'sos' } }]);
    expect(speeds()).toEqual([151]);
    send(engine, [{ receivedAt: BEGAN + 48_000, signal: { type: 'sosCleared' } }, drive(50, 4), sos(51_000)]);
    expect(speeds().at(-1)).toBe(200);
    send(engine, [{ receivedAt: BEGAN + 70_000, signal: { type: 'sosCleared' } }, drive(95, 5), sos(96_000)]);
    expect(speeds().at(-1)).toBe(5);
  });

  it('keep the speed before a press while they are raised later', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, -300, 0, { speedKph: 120 }), sos(100), sos(500)]);
    engine.takeFacts();
    const later = restoreEngine(engine.serialize());
    later.setup(EVENT, raceSetup(1));
    send(later, [fix(1_000, -299, 0, { speedKph: 180 })]);
    const cleared = { sosRaisedAt: BEGAN + 100, sosClearedAt: BEGAN + 300 };
    later.setup(EVENT, raceSetup(1, { cars: [setupCar(1, cleared)] }));
    expect(later.takeFacts()).toMatchObject([{ type: 'sosRaised', speedBeforeKph: 120 }]);
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

  it('state a press after the clearing that was read before it, once and by its own time', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [sos(0), sos(500), sos(1040), sos(1050)]);
    expect(engine.takeFacts()).toHaveLength(1);
    const recorded = { sosRaisedAt: BEGAN, sosClearedAt: BEGAN + 1000 };
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
    expect(engine.takeFacts()).toEqual([
      {
        type: 'sosRaised',
        id: `sos:${EVENT}:1:${BEGAN + 1050}`,
        eventId: EVENT,
        invitationId: 1,
        receivedAt: BEGAN + 1050,
        raisedAt: BEGAN + 1050,
        speedBeforeKph: null,
      },
    ]);
    expect(live(engine, 1050)?.sos).toBe(true);
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { ...recorded, sosRaisedAt: BEGAN + 1050 })] }));
    expect([engine.takeFacts(), live(engine, 6050)?.sos]).toEqual([[], true]);
    const cleared = { sosRaisedAt: BEGAN + 1050, sosClearedAt: BEGAN + 7000 };
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, cleared)] }));
    expect([engine.takeFacts(), live(engine, 7000)?.sos]).toEqual([[], false]);
  });

  it('state a press after the clearing also where the state was saved and restored between', () => {
    const before = engineWith(raceSetup(1));
    send(before, [sos(0), sos(1040, { signal: { type: 'sos', t: BEGAN + 1030 } })]);
    before.takeFacts();
    const engine = restoreEngine(before.serialize());
    const recorded = { sosRaisedAt: BEGAN, sosClearedAt: BEGAN + 1000 };
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
    expect(engine.takeFacts()).toMatchObject([{ receivedAt: BEGAN + 1040, raisedAt: BEGAN + 1030 }]);
  });

  it('raise again behind a clock that went back, in the same way when they are read again', () => {
    const cleared = { receivedAt: BEGAN - 4000, signal: { type: 'sosCleared' as const } };
    const engine = engineWith(raceSetup(1));
    send(engine, [sos(0)]);
    const saved = (engine.takeFacts(), engine.serialize());
    const after = [cleared, sos(-3000), cleared, sos(-3000), cleared, sos(5000)];
    send(engine, after);
    const facts = engine.takeFacts();
    expect(facts.map(({ type, receivedAt }) => [type, receivedAt - BEGAN])).toEqual([
      ['sosCleared', 0],
      ['sosRaised', 1],
      // The press that cancelled the held clearing: a director may have cleared between.
      ['sosRaised', 2],
      ['sosCleared', 2],
      ['sosRaised', 5000],
    ]);
    const again = restoreEngine(saved);
    again.setup(EVENT, raceSetup(1));
    send(again, after);
    expect(again.takeFacts()).toEqual(facts);
  });

  describe('that raise and clear in turn', () => {
    const cleared = (ms: number): PositionInput => sos(ms, { signal: { type: 'sosCleared' } });
    const flood = (fromMs: number, toMs: number): PositionInput[] =>
      Array.from({ length: (toMs - fromMs) / 10 }, (_, i) => fromMs + i * 10).flatMap((ms) => [
        sos(ms),
        cleared(ms + 5),
      ]);
    const stated = (engine: Engine) =>
      engine.takeFacts().map(({ type, receivedAt }) => [type, receivedAt - BEGAN]);

    it('state the first SOS and one after a stated clearing at once, and one clearing in 5 s', () => {
      const engine = engineWith(raceSetup(1));
      send(engine, flood(0, 20_000));
      const facts = stated(engine);
      expect(facts.slice(0, 6)).toEqual([
        ['sosRaised', 0],
        ['sosCleared', 5],
        ['sosRaised', 10],
        ['sosRaised', 5000],
        ['sosCleared', 5005],
        ['sosRaised', 5010],
      ]);
      expect(facts.filter(([type]) => type === 'sosCleared')).toHaveLength(4);
      expect(facts.length).toBeLessThan(15);
    });

    it('state the last state, after a restart too', () => {
      const before = engineWith(raceSetup(1));
      send(before, flood(0, 1_000));
      before.takeFacts();
      const engine = restoreEngine(before.serialize());
      engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { sosRaisedAt: BEGAN + 10 })] }));
      engine.stateHeld(BEGAN + 5_004);
      expect([stated(engine), live(engine, 5_004)?.sos]).toEqual([[], true]);
      engine.stateHeld(BEGAN + 5_005);
      expect(stated(engine).at(-1)).toEqual(['sosCleared', 995]);
      expect(live(engine, 5_005)?.sos).toBe(false);
      engine.stateHeld(BEGAN + 20_000);
      expect(stated(engine)).toEqual([]);
    });

    it('leave the SOS open where the last of them is a press', () => {
      const engine = engineWith(raceSetup(1));
      send(engine, [...flood(0, 1_000), sos(1_000)]);
      engine.takeFacts();
      engine.stateHeld(BEGAN + 60_000);
      expect([stated(engine), live(engine, 60_000)?.sos]).toEqual([[], true]);
    });

    it('raise at once after race control has cleared', () => {
      const engine = engineWith(raceSetup(1));
      send(engine, [sos(0), cleared(100), sos(200), cleared(300)]);
      engine.takeFacts();
      const recorded = { sosRaisedAt: BEGAN + 200, sosClearedAt: BEGAN + 400 };
      engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
      send(engine, [sos(500)]);
      expect(stated(engine)).toEqual([['sosRaised', 500]]);
      engine.stateHeld(BEGAN + 60_000);
      expect(stated(engine)).toEqual([]);
    });
  });

  it('state with the clearing of the car a press that came while it was raised: a director may have cleared between', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [sos(0), sos(1000)]);
    expect(engine.takeFacts()).toHaveLength(1);
    send(engine, [{ receivedAt: BEGAN + 2000, signal: { type: 'sosCleared' } }]);
    expect(engine.takeFacts().map(({ type, receivedAt }) => [type, receivedAt - BEGAN])).toEqual([
      ['sosRaised', 1000],
      ['sosCleared', 2000],
    ]);
  });

  describe('pressed before a director cleared the one before, but recorded after it', () => {
    const cleared = { receivedAt: BEGAN + 9000, signal: { type: 'sosCleared' as const } };
    const first = { sosRaisedAt: BEGAN };
    const stated = (engine: ReturnType<typeof engineWith>) =>
      engine.takeFacts().map(({ type, receivedAt }) => [type, receivedAt - BEGAN]);

    it('stay raised', () => {
      const engine = engineWith(raceSetup(1));
      send(engine, [sos(0), { receivedAt: BEGAN + 500, signal: { type: 'sosCleared' } }, sos(1000)]);
      engine.takeFacts();
      engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { ...first, sosClearedAt: BEGAN + 2000 })] }));
      expect([stated(engine), live(engine, 3000)?.sos]).toEqual([[], true]);
      engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { sosRaisedAt: BEGAN + 1000 })] }));
      send(engine, [cleared]);
      expect(stated(engine)).toEqual([['sosCleared', 9000]]);
    });

    it('are cleared by the car after a restart with an older state, too', () => {
      const before = engineWith(raceSetup(1));
      send(before, [sos(0)]);
      const engine = restoreEngine((before.takeFacts(), before.serialize()));
      engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { sosRaisedAt: BEGAN + 1000 })] }));
      const again = [
        { receivedAt: BEGAN + 500, signal: { type: 'sosCleared' as const } },
        sos(1000),
        cleared,
      ];
      send(engine, again);
      expect(stated(engine)).toEqual([['sosCleared', 9000]]);
      expect(live(engine, 9000)?.sos).toBe(false);
    });
  });

  it('leave a newer SOS alone when an older clearing is read again after a restart', () => {
    const cleared = { receivedAt: BEGAN + 1000, signal: { type: 'sosCleared' as const } };
    const engine = engineWith(raceSetup(1));
    send(engine, [sos(0)]);
    const saved = (engine.takeFacts(), engine.serialize());
    const again = restoreEngine(saved);
    const recorded = { sosRaisedAt: BEGAN + 5000, sosClearedAt: BEGAN + 1000 };
    again.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
    send(again, [cleared, sos(5000)]);
    expect(again.takeFacts()).toEqual([]);
    expect(live(again, 6000)?.sos).toBe(true);
    send(again, [{ ...cleared, receivedAt: BEGAN + 7000 }]);
    expect(again.takeFacts()).toMatchObject([{ type: 'sosCleared', receivedAt: BEGAN + 7000 }]);
  });

  it('raise again after the car has cleared, behind a door whose clock is later', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [sos(0), { receivedAt: BEGAN + 1000, signal: { type: 'sosCleared' } }, sos(500)]);
    expect(engine.takeFacts().map(({ type, receivedAt }) => [type, receivedAt - BEGAN])).toEqual([
      ['sosRaised', 0],
      ['sosCleared', 1000],
      ['sosRaised', 1001],
    ]);
  });

  it('raise again behind a clock that went back, after the api has cleared and recorded', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [sos(0)]);
    const recorded = { sosRaisedAt: BEGAN, sosClearedAt: BEGAN + 1000 };
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
    engine.takeFacts();
    send(engine, [sos(-60_000)]);
    expect(engine.takeFacts()).toMatchObject([{ type: 'sosRaised', receivedAt: BEGAN + 1 }]);
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { ...recorded, sosRaisedAt: BEGAN + 1 })] }));
    expect(live(engine, 2000)?.sos).toBe(true);
  });

  it.each([
    ['what the device says', -3_600_000, -3_600_000],
    ['what a clock a little ahead says', 60_000, 60_000],
    ['receivedAt where the device is older than an hour', -3_600_001, 0],
    ['receivedAt where it is more than a minute ahead', 60_001, 0],
  ])('have as their own time %s', (_, clockSkewMs, expectedMs) => {
    const engine = engineWith();
    const said = { receivedAt: BEGAN, t: BEGAN + clockSkewMs };
    const signal = (type: Signal['type']): PositionInput => ({
      receivedAt: BEGAN,
      signal: { type, t: said.t },
    });
    send(engine, [signal('flagConfirmed'), signal('sos'), signal('sosCleared')]);
    send(engine, [{ ...said, signal: { type: 'sos' } }]);
    const own = BEGAN + expectedMs;
    expect(engine.takeFacts()).toMatchObject([
      { confirmedAt: own, receivedAt: BEGAN },
      { raisedAt: own, receivedAt: BEGAN },
      { clearedAt: own, receivedAt: BEGAN },
      { raisedAt: own, receivedAt: BEGAN + 1 },
    ]);
  });

  it('state a flag that was shown, and nothing without its id', () => {
    const engine = engineWith();
    send(engine, [
      { receivedAt: BEGAN, signal: { type: 'flagShown', flagId: 12, t: BEGAN - 300 } },
      { receivedAt: BEGAN + 5, signal: { type: 'flagShown' } },
    ]);
    expect(engine.takeFacts()).toEqual([
      {
        type: 'flagShown',
        id: `flagShown:${EVENT}:1:12`,
        eventId: EVENT,
        invitationId: 1,
        receivedAt: BEGAN,
        flagId: 12,
        shownAt: BEGAN - 300,
      },
    ]);
  });

  it.each([
    ['ok', 'okReported'],
    ['hazard', 'hazardReported'],
  ] as const)('state %s with its own time, by which it is known when it comes again', (type, fact) => {
    const engine = engineWith();
    const bad = { lat: 91, lng: 0 };
    send(engine, [
      { receivedAt: BEGAN, ...bad, signal: { type, t: BEGAN - 300 } },
      { receivedAt: BEGAN + 4_000, signal: { type, t: BEGAN - 300 } },
    ]);
    const stated = {
      type: fact,
      id: `${fact}:${EVENT}:1:${BEGAN - 300}`,
      eventId: EVENT,
      invitationId: 1,
      reportedAt: BEGAN - 300,
      ...(fact === 'okReported' ? { stoppedAt: null } : {}),
    };
    expect(engine.takeFacts()).toEqual([
      { ...stated, receivedAt: BEGAN },
      { ...stated, receivedAt: BEGAN + 4_000 },
    ]);
    expect(live(engine, 4_000)?.sos).toBe(false);
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
