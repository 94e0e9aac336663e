import { describe, expect, it } from '@jest/globals';
import { CAR_LOOKS, FLAGS, NO_FLAGS, type LiveCar } from '@flagpost/contracts';
import { encodeFrame } from '@flagpost/telemetry';
import { aLiveCar, aSnapshot, aSnapshotCar, EVENT_ID } from '../../testing/race-data.js';
import { turned } from './car-picture.js';
import { createLiveCars } from './live-cars.js';
import { isInState, type CarRow } from './live-field.js';

const T0 = 1_000_000;
/** This page's clock when the snapshot arrives. */
const P0 = 5_000;

const begun = () => {
  const cars = createLiveCars();
  cars.begin(aSnapshot(), P0);
  return cars;
};

/** A frame that arrives without delay, `ms` after the snapshot. */
const frame = (ms: number, ...states: LiveCar[]) =>
  [encodeFrame({ eventId: EVENT_ID, serverTime: T0 + ms, cars: states }), P0 + ms] as const;
const heard = (ms: number, changes: Partial<LiveCar> = {}): LiveCar =>
  aLiveCar(1, { receivedAt: T0 + ms, t: T0 + ms, ...changes });

const drawnLat = (cars: ReturnType<typeof createLiveCars>, nowMs: number): number => {
  const { prevLat, nextLat, prevTimeS, nextTimeS } = cars.buffer;
  const [from = NaN, to = NaN, start = NaN, end = NaN] = [prevLat[0], nextLat[0], prevTimeS[0], nextTimeS[0]];
  const share =
    end <= start ? 1 : Math.min(1, Math.max(0, (cars.pictureTimeS(nowMs) - start) / (end - start)));
  return from + (to - from) * share;
};

describe('a sector with a flag', () => {
  it('gives its look to the cars that are in it, as they come and go', () => {
    const cars = begun();
    cars.showSectors(({ lat }) => (lat > 44.65 ? FLAGS.yellow : null));
    expect(cars.row(1)?.look).toBe('default');
    cars.apply(...frame(1_000, heard(1_000, { lat: 44.66 })));
    expect(cars.row(1)?.look).toBe(FLAGS.yellow);
    cars.apply(...frame(2_000, heard(2_000, { lat: 44.64 })));
    expect(cars.row(1)?.look).toBe('default');
    cars.showSectors(() => FLAGS.doubleYellow);
    expect(cars.row(2)?.look).toBe(FLAGS.doubleYellow);
    cars.showSectors(null);
    expect(cars.row(2)?.look).toBe('default');
  });
});

describe('motion', () => {
  it('runs from fix to fix, one interval behind', () => {
    const cars = begun();
    cars.apply(...frame(1_000, heard(1_000, { lat: 44.601 })));
    cars.apply(...frame(2_000, heard(2_000, { lat: 44.602 })));
    expect(drawnLat(cars, P0 + 2_150)).toBeCloseTo(44.601, 4);
    expect(drawnLat(cars, P0 + 2_650)).toBeCloseTo(44.6015, 4);
    expect(drawnLat(cars, P0 + 3_150)).toBeCloseTo(44.602, 6);
  });

  it('never extrapolates', () => {
    const cars = begun();
    cars.apply(...frame(1_000, heard(1_000, { lat: 44.601 })));
    expect(drawnLat(cars, P0 + 60_000)).toBe(44.601);
    expect(cars.buffer.restsAtS).toBeLessThan(cars.pictureTimeS(P0 + 60_000));
  });

  it('shows no leap when a fix comes early', () => {
    const cars = begun();
    cars.apply(...frame(1_000, heard(1_000, { lat: 44.601 })));
    const before = drawnLat(cars, P0 + 1_700);
    cars.apply(...frame(1_700, heard(1_700, { lat: 44.602 })));
    expect(drawnLat(cars, P0 + 1_700)).toBeCloseTo(before, 9);
  });

  it('places a car after five seconds of silence, and after a jump', () => {
    const silent = begun();
    silent.apply(...frame(5_100, heard(5_100, { lat: 44.601 })));
    expect(drawnLat(silent, P0 + 5_100)).toBe(44.601);

    const jumped = begun();
    jumped.apply(...frame(1_000, heard(1_000, { lat: 44.7 })));
    expect(drawnLat(jumped, P0 + 1_000)).toBe(44.7);
  });

  it('is at most two seconds behind', () => {
    const cars = begun();
    cars.apply(...frame(4_500, heard(4_500, { lat: 44.6005 })));
    expect(drawnLat(cars, P0 + 6_700)).toBe(44.6005);
  });

  it('places a car that is heard for the first time', () => {
    const cars = createLiveCars();
    const unheard = aLiveCar(1, { receivedAt: null, lat: null, lng: null });
    cars.begin(aSnapshot({ cars: [aSnapshotCar(1, { live: unheard })] }), P0);
    expect(drawnLat(cars, P0)).toBeNaN();
    cars.apply(...frame(900, heard(900)));
    expect(drawnLat(cars, P0 + 900)).toBe(44.6);
  });

  it('stays where it is when the same fix is told again', () => {
    const cars = begun();
    cars.apply(...frame(1_000, heard(1_000, { lat: 44.601 })));
    const before = drawnLat(cars, P0 + 1_500);
    cars.apply(...frame(1_500, heard(1_000, { lat: 44.601, stopped: true })));
    expect(drawnLat(cars, P0 + 1_500)).toBe(before);
  });

  it('has nothing to do for a car that is told once more to be where it is', () => {
    const cars = begun();
    cars.apply(...frame(1_000, heard(1_000)));
    expect(cars.pictureTimeS(P0 + 1_000)).toBeGreaterThan(cars.buffer.restsAtS);
    cars.apply(...frame(2_000, heard(2_000, { lat: 44.601 })));
    expect(cars.pictureTimeS(P0 + 2_000)).toBeLessThan(cars.buffer.restsAtS);
  });

  it('finds each car of a frame, in whatever order they come', () => {
    const cars = begun();
    cars.apply(
      ...frame(1_000, aLiveCar(2, { receivedAt: T0 + 1_000, speedKph: 22 }), heard(1_000, { speedKph: 11 })),
    );
    expect([1, 2].map((id) => cars.row(id)?.speedKph)).toEqual([11, 22]);
  });

  it('follows the least delayed message, not a late one', () => {
    const cars = begun();
    const [late] = frame(1_000);
    cars.apply(late, P0 + 1_800);
    const picture = cars.pictureTimeS(P0 + 2_000);
    expect(picture).toBeGreaterThan(1.8);
    expect(picture).toBeLessThan(2);
  });

  it('is drawn later on a link that becomes slow, at a time that stays right', () => {
    const cars = begun();
    for (let ms = 100; ms <= 60_000; ms += 100) {
      const [packed] = frame(ms, heard(ms));
      cars.apply(packed, P0 + ms + 5_000);
    }
    const now = P0 + 65_000;
    const ageMs = (cars.serverNowMs(now) ?? NaN) - (cars.newestReceivedAt ?? NaN);
    expect(Math.round(ageMs / 1_000)).toBe(5);
    expect(cars.pictureTimeS(now)).toBeLessThan(60);
  });

  it('crosses the antimeridian the short way, and goes on from there', () => {
    const cars = createLiveCars();
    const at = (ms: number, lng: number) => heard(ms, { lat: -16.8, lng });
    cars.begin(aSnapshot({ cars: [aSnapshotCar(1, { live: at(0, 179.9995) })] }), P0);
    const drawn = (): number[] => [cars.buffer.prevLng[0] ?? NaN, cars.buffer.nextLng[0] ?? NaN];
    const crossed = [179.9998, -179.9999, -179.9996, 179.9999];
    const arrivedAt = [179.9998, 180.0001, 180.0004, 179.9999];
    crossed.forEach((lng, index) => {
      cars.apply(...frame((index + 1) * 1_000, at((index + 1) * 1_000, lng)));
      const [from = NaN, to = NaN] = drawn();
      expect(to).toBeCloseTo(arrivedAt[index] ?? NaN, 9);
      expect(Math.abs(to - from)).toBeLessThan(0.001);
    });
    expect(cars.live(1)?.lng).toBeCloseTo(179.9999, 6);
  });

  it('turns headings the short way round', () => {
    expect(turned(350, 10, 0.5)).toBe(0);
    expect(turned(10, 350, 0.25)).toBe(5);
    expect(turned(NaN, 90, 0.5)).toBe(90);
  });
});

describe('looks', () => {
  const lookOf = (cars: ReturnType<typeof createLiveCars>) => CAR_LOOKS[cars.buffer.look[0] ?? -1];

  it('follow flags, alerts and the live state', () => {
    const cars = begun();
    expect(lookOf(cars)).toBe('default');
    cars.show(() => ({ flags: { track: 806, driver: null, last: 806 }, alarm: false, visible: true }));
    expect(lookOf(cars)).toBe(806);
    cars.apply(...frame(100, heard(100, { stopped: true })));
    expect(lookOf(cars)).toBe('stopped');
    cars.apply(...frame(200, heard(200, { offline: true })));
    expect(lookOf(cars)).toBe('offline');
    cars.show(() => ({ flags: NO_FLAGS, alarm: true, visible: false }));
    expect(lookOf(cars)).toBe('sos');
    expect(cars.buffer.visible[0]).toBe(0);
  });

  it('keep what was shown through a new snapshot', () => {
    const cars = begun();
    cars.show(() => ({ flags: { track: 801, driver: null, last: 801 }, alarm: false, visible: true }));
    cars.begin(aSnapshot({ serverTime: T0 + 9_000 }), P0 + 9_000);
    expect(lookOf(cars)).toBe(801);
  });
});

describe('laps', () => {
  it('rise with the reliable message, and never fall with an older one', () => {
    const cars = begun();
    cars.lapCounted(1, 0, 2);
    cars.lapCounted(1, 0, 1);
    expect(cars.row(1)?.counter).toBe(2);
    cars.apply(...frame(100, heard(100, { counter: 1 })));
    expect(cars.row(1)?.counter).toBe(2);
    cars.apply(...frame(200, heard(200, { counter: 3 })));
    expect(cars.row(1)?.counter).toBe(3);
  });

  it('begin anew with a reset, and older epochs change nothing', () => {
    const cars = begun();
    cars.lapCounted(1, 0, 5);
    cars.lapsReset(1);
    cars.lapCounted(1, 0, 6);
    expect(cars.row(1)?.counter).toBe(0);
    cars.apply(...frame(100, heard(100, { lapEpoch: 0, counter: 5 })));
    expect(cars.row(1)?.counter).toBe(0);
    cars.lapCounted(1, 1, 1);
    expect(cars.row(1)?.counter).toBe(1);
  });
});

it('tells of cars that it does not know', () => {
  expect(begun().apply(...frame(100, aLiveCar(99))).areKnown).toBe(false);
  expect(begun().apply(...frame(100, heard(100))).areKnown).toBe(true);
});

it('calls its subscribers once per change', () => {
  const cars = begun();
  let calls = 0;
  const unsubscribe = cars.subscribe(() => (calls += 1));
  cars.apply(...frame(100, heard(100), aLiveCar(2), aLiveCar(3)));
  unsubscribe();
  cars.apply(...frame(200, heard(200)));
  expect(calls).toBe(1);
});

it('counts a car without a link as offline, whatever else it is', () => {
  const row = { isOffline: true, state: 'sos' } as CarRow;
  expect(isInState(row, 'offline')).toBe(true);
  expect(isInState(row, 'sos')).toBe(true);
  expect(isInState({ ...row, isOffline: false }, 'offline')).toBe(false);
});

it('tells of cars that do not run, and of those that did not until now', () => {
  const cars = begun();
  const told = (ms: number, changes: Partial<LiveCar>) =>
    cars.apply(...frame(ms, heard(ms, changes), aLiveCar(2))).notRunning;
  expect(told(100, {})).toEqual([]);
  expect(told(200, { stopped: true })).toEqual([heard(200, { stopped: true })]);
  expect(told(300, { offline: true })).toEqual([heard(300, { offline: true })]);
  expect(told(400, {})).toEqual([heard(400)]);
  expect(told(500, { sos: true })).toEqual([]);
});

it('keeps what it is told of a car, unknown parts too', () => {
  const cars = begun();
  const known = heard(100, { battery: 77, lastLapMs: 110_317, bestLapMs: 109_870, counter: 3, sos: true });
  cars.apply(...frame(100, known));
  expect(cars.live(1)).toEqual(known);
  const unheard = aLiveCar(1, {
    receivedAt: null,
    t: null,
    lat: null,
    lng: null,
    headingDeg: null,
    battery: null,
  });
  cars.begin(aSnapshot({ cars: [aSnapshotCar(1, { live: unheard })] }), P0);
  expect(cars.live(1)).toEqual(unheard);
});

describe('cars that were taken off the race', () => {
  it('stay where they were, greyed, until their time is over, and are in no list', () => {
    const cars = begun();
    cars.show(() => ({ flags: NO_FLAGS, alarm: false, visible: true }));
    cars.apply(...frame(1_000, heard(1_000, { lat: 44.601 })));
    cars.takeOff([1], P0 + 61_000);
    cars.begin(aSnapshot({ cars: [] }), P0 + 1_100);
    cars.show(() => ({ flags: NO_FLAGS, alarm: false, visible: false }));
    expect([...cars.buffer.ids]).toEqual([1]);
    expect(CAR_LOOKS[cars.buffer.look[0] ?? -1]).toBe('offline');
    expect(cars.buffer.nextLat[0]).toBe(44.601);
    expect(cars.buffer.visible[0]).toBe(1);
    expect(cars.rows()).toEqual([]);

    const { version } = cars;
    cars.dropTakenOff(P0 + 60_999);
    expect(cars.buffer.visible[0]).toBe(1);
    expect(cars.version).toBe(version);
    cars.dropTakenOff(P0 + 61_000);
    expect(cars.buffer.visible[0]).toBe(0);
    cars.begin(aSnapshot({ cars: [] }), P0 + 62_000);
    expect([...cars.buffer.ids]).toEqual([]);
  });

  it('are shown to whoever comes in their time, until it is over', () => {
    const cars = createLiveCars();
    const live = aLiveCar(1, { lat: 44.601, offline: true });
    const takenOff = [
      {
        live,
        CarNumber: '12',
        Pilot: 'Ada Lovelace',
        TakenOffAt: new Date(1_000_000 - 20_000).toISOString(),
        TakenOffBy: { Id: 3, Name: 'Paolo Verdi' },
      },
    ];
    cars.begin(aSnapshot({ serverTime: 1_000_000, cars: [aSnapshotCar(2)], takenOff }), P0);
    cars.show(() => ({ flags: NO_FLAGS, alarm: false, visible: true }));
    expect([...cars.buffer.ids]).toEqual([2, 1]);
    expect(CAR_LOOKS[cars.buffer.look[1] ?? -1]).toBe('offline');
    expect(cars.buffer).toMatchObject({ carNumbers: ['2', '12'] });
    expect(cars.buffer.nextLat[1]).toBe(44.601);
    expect(cars.rows().map(({ invitationId }) => invitationId)).toEqual([2]);
    cars.dropTakenOff(P0 + 39_999);
    expect(cars.buffer.visible[1]).toBe(1);
    cars.dropTakenOff(P0 + 40_000);
    expect(cars.buffer.visible[1]).toBe(0);
    const later = createLiveCars();
    later.begin(aSnapshot({ serverTime: 1_040_001, cars: [aSnapshotCar(2)], takenOff }), P0);
    expect([...later.buffer.ids]).toEqual([2]);
  });

  it('race again as soon as they may, and are shown as the server says while their SOS is open', () => {
    const cars = begun();
    cars.takeOff([1], P0 + 60_000);
    cars.begin(aSnapshot({ cars: [aSnapshotCar(1, { live: aLiveCar(1, { sos: true }) })] }), P0 + 100);
    cars.show(() => ({ flags: NO_FLAGS, alarm: true, visible: true }));
    expect(CAR_LOOKS[cars.buffer.look[0] ?? -1]).toBe('sos');
    expect(cars.rows()).toHaveLength(1);
  });
});
