import { describe, expect, it } from '@jest/globals';
import { RACE, type PositionInput, type RaceFact, type Signal } from '@flagpost/contracts';
import { engineWith, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, place, raceSetup, setupCar } from '../testing/race-scene.js';
import { restoreEngine, type Engine } from './engine.js';

/** Fixes of a car that stands from second `from` to second `to`, one a second. */
const stand = (from: number, to: number, eastM = 0): PositionInput[] =>
  Array.from({ length: to - from + 1 }, (_, i) => fix((from + i) * 1_000, eastM, 500));
const says = (ms: number, type: Signal['type'], more: Partial<Signal> = {}): PositionInput => ({
  receivedAt: BEGAN + ms,
  signal: { type, t: BEGAN + ms - 200, ...more },
});
const STOPPED_AT = BEGAN + RACE.stoppedAfterMs;
const asked = (ms: number): PositionInput => says(ms, 'questionShown', { since: STOPPED_AT });
const typesOf = (facts: readonly RaceFact[]): string[] => facts.map(({ type }) => type);
const stopped = (): Engine => {
  const engine = engineWith();
  send(engine, stand(0, 10));
  expect(typesOf(engine.takeFacts())).toEqual(['carStopped']);
  return engine;
};

describe('a stop outside the boxes', () => {
  it('is stated once, with its time, and ends when the car drives on', () => {
    const engine = engineWith();
    send(engine, [...stand(0, 20), fix(21_000, 80, 500)]);
    expect(engine.takeFacts()).toEqual([
      {
        type: 'carStopped',
        id: `carStopped:${EVENT}:1:${STOPPED_AT}`,
        eventId: EVENT,
        invitationId: 1,
        receivedAt: STOPPED_AT,
        stoppedAt: STOPPED_AT,
        saidOkAt: null,
      },
      {
        type: 'carDroveOn',
        id: `carDroveOn:${EVENT}:1:${STOPPED_AT}`,
        eventId: EVENT,
        invitationId: 1,
        receivedAt: BEGAN + 21_000,
        stoppedAt: STOPPED_AT,
        droveOnAt: BEGAN + 21_000,
      },
    ]);
    send(engine, stand(22, 40, 80));
    expect(engine.takeFacts()).toMatchObject([{ type: 'carStopped', stoppedAt: BEGAN + 31_000 }]);
  });

  it('is none within the boxes, nor of a car that may not run', () => {
    const corners = [
      [-50, 450],
      [50, 450],
      [50, 550],
      [-50, 550],
    ] as const;
    const boxes = corners.map(([eastM, northM]) => place(eastM, northM));
    const inBoxes = engineWith(raceSetup(1, { boxes }));
    send(inBoxes, [...stand(0, 20), fix(21_000, 0, 640)]);
    expect(inBoxes.takeFacts()).toEqual([]);
    const takenOff = engineWith(raceSetup(1, { cars: [setupCar(1, { authorized: false })] }));
    send(takenOff, stand(0, 20));
    expect(takenOff.takeFacts()).toEqual([]);
  });

  it('goes on while noise moves the car, and is one stop', () => {
    const engine = stopped();
    send(
      engine,
      [35, -20, 20, 0, 50, 0].flatMap((eastM, round) => stand(11 + round * 15, 24 + round * 15, eastM)),
    );
    expect(engine.takeFacts()).toEqual([]);
  });

  it('goes on if the clock of the device is corrected while the car stands', () => {
    const engine = stopped();
    const ahead = (ms: number) => ({ t: BEGAN + 3_600_000 + ms });
    send(
      engine,
      [11, 12, 13, 14, 24, 30].map((s) => fix(s * 1_000, 0, 500, ahead(s * 1_000))),
    );
    expect(engine.takeFacts()).toEqual([]);
    send(engine, [fix(31_000, 0, 600, ahead(31_000))]);
    expect(engine.takeFacts()).toMatchObject([{ type: 'carDroveOn', stoppedAt: STOPPED_AT }]);
  });

  it('goes on in a state that was saved, and in one that was lost and knows it from the api', () => {
    const setup = raceSetup(1);
    const saved = stopped();
    send(saved, [asked(12_000)]);
    saved.takeFacts();
    const restored = restoreEngine(saved.serialize());
    restored.setup(EVENT, setup);
    restored.sweep(BEGAN + 42_000);
    expect(typesOf(restored.takeFacts())).toEqual(['answerMissed']);

    const lost = engineWith(raceSetup(1, { cars: [setupCar(1, { stoppedAt: STOPPED_AT })] }));
    send(lost, [...stand(20, 32), fix(33_000, 0, 640)]);
    expect(lost.takeFacts()).toMatchObject([{ type: 'carDroveOn', stoppedAt: STOPPED_AT }]);
  });
});

describe('the question to the driver', () => {
  it('is asked once, when the device has it on its screen', () => {
    const engine = stopped();
    send(engine, [asked(12_000), asked(12_000), says(13_000, 'questionShown')]);
    expect(engine.takeFacts()).toEqual([
      {
        type: 'driverAsked',
        id: `driverAsked:${EVENT}:1:${STOPPED_AT}`,
        eventId: EVENT,
        invitationId: 1,
        receivedAt: BEGAN + 12_000,
        stoppedAt: STOPPED_AT,
        askedAt: BEGAN + 11_800,
      },
    ]);
  });

  it.each([
    ['another stop', () => stopped(), says(12_000, 'questionShown', { since: STOPPED_AT - 60_000 })],
    ['a car that drives', () => engineWith(), asked(12_000)],
  ])('is none if the device names %s', (_, engineOf, input) => {
    const engine = engineOf();
    send(engine, [input]);
    expect(engine.takeFacts()).toEqual([]);
  });

  it('has no answer 30 s after it was received, whatever the clock of the device says', () => {
    const engine = stopped();
    send(engine, [says(12_000, 'questionShown', { since: STOPPED_AT, t: BEGAN - 40_000 })]);
    engine.takeFacts();
    engine.sweep(BEGAN + 41_999);
    expect(engine.takeFacts()).toEqual([]);
    engine.sweep(BEGAN + 50_000);
    engine.sweep(BEGAN + 51_000);
    expect(engine.takeFacts()).toMatchObject([
      { type: 'answerMissed', id: `answerMissed:${EVENT}:1:${STOPPED_AT}`, missedAt: BEGAN + 42_000 },
    ]);
  });

  it('is answered by OK, once, and not by an OK of the lap before', () => {
    const engine = stopped();
    send(engine, [asked(12_000), says(13_000, 'ok', { t: STOPPED_AT - RACE.okBeforeStopMs })]);
    engine.sweep(BEGAN + 42_000);
    expect(typesOf(engine.takeFacts())).toEqual(['driverAsked', 'okReported', 'answerMissed']);

    const answered = stopped();
    send(answered, [asked(12_000), says(41_000, 'ok')]);
    answered.sweep(BEGAN + 60_000);
    expect(typesOf(answered.takeFacts())).toEqual(['driverAsked', 'okReported']);
  });

  it('is answered by an OK that names it, whatever the clock of the device says', () => {
    const engine = stopped();
    send(engine, [asked(12_000), says(13_000, 'ok', { since: STOPPED_AT, t: BEGAN - 60_000 })]);
    engine.sweep(BEGAN + 60_000);
    expect(engine.takeFacts()).toMatchObject([
      { type: 'driverAsked' },
      { type: 'okReported', reportedAt: BEGAN - 60_000, stoppedAt: STOPPED_AT },
    ]);
    const other = stopped();
    send(other, [asked(12_000), says(13_000, 'ok', { since: STOPPED_AT - 60_000 })]);
    other.sweep(BEGAN + 60_000);
    expect(other.takeFacts()).toMatchObject([
      { type: 'driverAsked' },
      { type: 'okReported', stoppedAt: null },
      { type: 'answerMissed' },
    ]);
  });

  it('is not asked after an OK just before the stop was found', () => {
    const engine = engineWith();
    const okAt = STOPPED_AT - 4_200;
    send(engine, [...stand(0, 5), says(6_000, 'ok'), ...stand(7, 10), asked(12_000)]);
    expect(engine.takeFacts()).toMatchObject([
      { type: 'okReported', reportedAt: okAt, stoppedAt: null },
      { type: 'carStopped', saidOkAt: okAt },
    ]);
  });

  it('was missed before an answer that comes too late, and before the car drives on', () => {
    const engine = stopped();
    send(engine, [asked(12_000), says(50_000, 'ok')]);
    expect(typesOf(engine.takeFacts())).toEqual(['driverAsked', 'answerMissed', 'okReported']);

    const drivesOn = stopped();
    send(drivesOn, [asked(12_000), fix(50_000, 0, 700)]);
    expect(typesOf(drivesOn.takeFacts())).toEqual(['driverAsked', 'answerMissed', 'carDroveOn']);
  });

  it('ends when the car drives on, or is taken off', () => {
    const engine = stopped();
    send(engine, [asked(12_000), fix(20_000, 0, 700)]);
    engine.sweep(BEGAN + 60_000);
    expect(typesOf(engine.takeFacts())).toEqual(['driverAsked', 'carDroveOn']);

    const takenOff = stopped();
    send(takenOff, [asked(12_000)]);
    takenOff.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { authorized: false })] }));
    takenOff.sweep(BEGAN + 60_000);
    expect(typesOf(takenOff.takeFacts())).toEqual(['driverAsked']);
  });
});
