import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import type { RaceGeometry, RaceSetup, SetupRecord } from '@flagpost/contracts';
import { FINISH, raceSetup, setupCar } from '@flagpost/testing';
import { createSetupJoin, type SetupChange, type SetupJoin } from './join-setups.js';

const EVENT = 7;

const geometryOf = (geometry: string): RaceGeometry => ({
  start: null,
  finish: FINISH,
  radiusM: 30 + geometry.charCodeAt(0),
  boxes: null,
});
/** What the api means by its `lap`th setup. */
const whole = (lap: number, geometry: string): RaceSetup => ({
  ...raceSetup(EVENT, 0, [], { cars: [setupCar(1, { lap })] }),
  ...geometryOf(geometry),
});
const record = (lap: number, geometry: string): SetupRecord => {
  const { start: _start, finish: _finish, radiusM: _radiusM, boxes: _boxes, ...rest } = whole(lap, geometry);
  return { ...rest, geometry };
};
const setup = (value: SetupRecord | RaceSetup | null): SetupChange => ({ eventId: EVENT, setup: value });
const placed = (geometry: string): SetupChange => ({ eventId: EVENT, geometry, value: geometryOf(geometry) });
const removed = (geometry: string): SetupChange => ({ eventId: EVENT, geometry, value: null });

const takeAll = (join: SetupJoin, changes: readonly SetupChange[]): (RaceSetup | null)[] =>
  changes.map((change) => join.take(change)).filter((found) => found !== undefined);

describe('a setup and the geometry that it names', () => {
  it('are joined in either order', () => {
    for (const changes of [
      [placed('a'), setup(record(1, 'a'))],
      [setup(record(1, 'a')), placed('a')],
    ])
      expect(takeAll(createSetupJoin(), changes)).toEqual([whole(1, 'a')]);
  });

  it('leave the setup before in use until both are there', () => {
    const join = createSetupJoin();
    expect(takeAll(join, [placed('a'), setup(record(1, 'a')), setup(record(2, 'b'))])).toEqual([
      whole(1, 'a'),
    ]);
    expect(join.waiting()).toEqual([EVENT]);
    expect(takeAll(join, [placed('c'), removed('a')])).toEqual([]);
    expect(takeAll(join, [placed('b')])).toEqual([whole(2, 'b')]);
    expect(join.waiting()).toEqual([]);
  });

  it('are used once: neither again when the geometry comes again, nor after the setup was replaced', () => {
    const join = createSetupJoin();
    takeAll(join, [setup(record(1, 'a')), placed('a')]);
    expect(takeAll(join, [placed('a'), removed('a'), placed('a')])).toEqual([]);
    expect(takeAll(join, [setup(record(2, 'b')), setup(record(3, 'a')), placed('b')])).toEqual([
      whole(3, 'a'),
    ]);
  });

  it('of one event are not those of another', () => {
    const join = createSetupJoin();
    expect(takeAll(join, [{ ...placed('a'), eventId: 8 }, setup(record(1, 'a'))])).toEqual([]);
  });

  it('of a former release are one value, which waits for nothing', () => {
    const join = createSetupJoin();
    expect(takeAll(join, [setup(record(1, 'a')), setup(whole(2, 'b')), placed('a')])).toEqual([
      whole(2, 'b'),
    ]);
  });

  it('are gone with the event, also while one waits', () => {
    const join = createSetupJoin();
    expect(takeAll(join, [setup(record(1, 'a')), setup(null), placed('a')])).toEqual([null]);
    expect(join.waiting()).toEqual([]);
  });
});

describe('whatever the api publishes', () => {
  /** One change of the views: other cars alone, another route, or the event is deleted. `former`: by the release before. */
  const step = fc.record({
    geometry: fc.constantFrom('a', 'b', 'c'),
    deletes: fc.boolean(),
    former: fc.boolean(),
  });
  const steps = fc.array(
    step.map((one) => ({ ...one, deletes: one.deletes && one.geometry === 'c' })),
    { minLength: 1, maxLength: 8 },
  );
  type Steps = ReturnType<typeof steps.generate>['value'];

  /** What the topic is given, in order: geometry, setup, tombstones of what is no longer named. */
  const publicationOf = (taken: Steps) => {
    const kept = new Set<string>();
    const log: SetupChange[] = [];
    const versions: (RaceSetup | null)[] = [];
    taken.forEach(({ geometry, deletes, former }, lap) => {
      const isNamed = !deletes && !former;
      if (isNamed && !kept.has(geometry)) log.push(placed(geometry));
      if (isNamed) kept.add(geometry);
      if (deletes) log.push(setup(null));
      else log.push(setup(former ? whole(lap, geometry) : record(lap, geometry)));
      versions.push(deletes ? null : whole(lap, geometry));
      // The release before knows of no geometry, and leaves what is there.
      for (const other of former ? [] : kept)
        if (!isNamed || other !== geometry) {
          log.push(removed(other));
          kept.delete(other);
        }
    });
    return { log, versions };
  };

  const keyOf = (change: SetupChange): string => ('geometry' in change ? change.geometry : '');
  const newestOf = (log: readonly SetupChange[]) => log.findLast((change) => 'setup' in change);

  /** In another order, where each key keeps its own. */
  const interleaved = (log: readonly SetupChange[], order: readonly number[]): SetupChange[] => {
    const queues = new Map<string, SetupChange[]>();
    for (const change of log) queues.set(keyOf(change), [...(queues.get(keyOf(change)) ?? []), change]);
    return log.flatMap((_, index) => {
      const open = [...queues.values()].filter((queue) => queue.length > 0);
      const next = open[(order[index] ?? 0) % open.length]?.shift();
      return next === undefined ? [] : [next];
    });
  };
  const order = fc.array(fc.nat(100), { minLength: 40, maxLength: 40 });

  it('a reader only ever uses whole versions, never an older one after a newer, and the newest at the end', () => {
    fc.assert(
      fc.property(steps, order, (taken, turns) => {
        const { log, versions } = publicationOf(taken);
        const used = takeAll(createSetupJoin(), interleaved(log, turns));
        const indexes = used.map((one) =>
          one === null ? null : versions.findIndex((version) => version?.cars[0]?.lap === one.cars[0]?.lap),
        );
        used.forEach((one, at) => {
          const index = indexes[at];
          if (index !== null && index !== undefined) expect(one).toEqual(versions[index]);
        });
        const laps = indexes.filter((index) => index !== null);
        expect(laps).toEqual([...laps].sort((a, b) => a - b));
        expect(used.at(-1)).toEqual(versions.at(-1));
      }),
      { numRuns: 500 },
    );
  });

  it('a reader that starts anywhere, over a topic compacted anywhere, has the newest setup', () => {
    fc.assert(
      fc.property(steps, fc.nat(100), fc.nat(100), (taken, end, compactedTo) => {
        const { log, versions } = publicationOf(taken);
        const read = log.slice(0, 1 + (end % log.length));
        const cut = compactedTo % (read.length + 1);
        const compacted = read.filter(
          (change, at) =>
            at >= cut || !read.slice(at + 1, cut).some((other) => keyOf(other) === keyOf(change)),
        );
        const newest = newestOf(read);
        const used = takeAll(createSetupJoin(), compacted);
        if (newest === undefined) expect(used).toEqual([]);
        else {
          const index = log.filter((change) => 'setup' in change).indexOf(newest);
          expect(used.at(-1)).toEqual(versions[index]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
