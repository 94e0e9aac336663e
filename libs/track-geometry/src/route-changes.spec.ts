import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { routeChanges, summaryOf, type ComparedRoute } from './route-changes.js';
import { anyLine, anyPlace, line, place } from './testing/lines.js';

const ROUTE: ComparedRoute = {
  lines: [line([0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000], [0, 0]), line([5_000, 0], [5_500, 0])],
  start: place(20, 0),
  finish: place(0, 0),
  boxes: line([200, -50], [300, -50], [300, -80], [200, -50]),
};
const RADIUS_M = 30;
const changesTo = (more: Partial<ComparedRoute>, from: ComparedRoute = ROUTE) =>
  routeChanges(summaryOf(from), summaryOf({ ...from, ...more }), RADIUS_M);

describe('changes of a route', () => {
  it('say how far a gate was moved, and whether it was placed or removed', () => {
    expect(changesTo({ finish: place(42, 0) })).toEqual([{ part: 'finish', change: 'moved', movedM: 42 }]);
    expect(changesTo({ finish: place(0.2, 0) })).toEqual([{ part: 'finish', change: 'moved', movedM: 1 }]);
    expect(changesTo({ start: null })).toEqual([{ part: 'start', change: 'removed', movedM: null }]);
    const bare = { ...ROUTE, finish: null };
    expect(changesTo({ finish: place(0, 0) }, bare)).toEqual([
      { part: 'finish', change: 'placed', movedM: null },
    ]);
  });

  it('say from where laps are timed, by the rule of the race engine', () => {
    const moved = { part: 'start', change: 'moved', movedM: 39 };
    expect(changesTo({ start: place(59, 0) })).toEqual([moved]);
    const beyond = { ...moved, movedM: 42 };
    expect(changesTo({ start: place(62, 0) })).toEqual([beyond, { part: 'timing', from: 'start' }]);
    const stage = { ...ROUTE, start: place(62, 0) };
    expect(changesTo({ start: place(20, 0) }, stage)).toEqual([beyond, { part: 'timing', from: 'finish' }]);
    const removed = { part: 'finish', change: 'removed', movedM: null };
    expect(changesTo({ finish: null }, stage)).toEqual([removed]);
    expect(changesTo({ finish: ROUTE.finish }, { ...stage, finish: null })).toEqual([
      { part: 'finish', change: 'placed', movedM: null },
      { part: 'timing', from: 'start' },
    ]);
  });

  it('give the length of the race line before and after, of whichever line the finish lies on', () => {
    const [loop, road] = ROUTE.lines;
    const shorter = line([0, 0], [1_000, 0], [1_000, 990], [0, 990], [0, 0]);
    expect(changesTo({ lines: [shorter, road!] })).toEqual([{ part: 'line', beforeKm: 4, afterKm: 3.98 }]);
    expect(changesTo({ lines: [] })).toEqual([{ part: 'line', beforeKm: 4, afterKm: null }]);
    expect(changesTo({ lines: [loop!.toReversed(), road!] })).toEqual([
      { part: 'line', beforeKm: 4, afterKm: 4 },
    ]);
    expect(changesTo({ lines: [loop!], start: null, finish: place(5_000, 0) })).toMatchObject([
      { part: 'finish' },
      { part: 'start' },
    ]);
    expect(changesTo({ start: place(5_020, 0), finish: place(5_000, 0) })).toMatchObject([
      { part: 'finish' },
      { part: 'start' },
      { part: 'line', beforeKm: 4, afterKm: 0.5 },
    ]);
  });

  it('say nothing of lines on which no lap is driven', () => {
    const [loop] = ROUTE.lines;
    expect(changesTo({ lines: [loop!, line([6_000, 0], [7_000, 0])] })).toEqual([]);
    expect(changesTo({ lines: [loop!] })).toEqual([]);
  });

  it('say what became of the boxes', () => {
    expect(changesTo({ boxes: null })).toEqual([{ part: 'boxes', change: 'removed' }]);
    expect(changesTo({ boxes: ROUTE.boxes!.slice(1) })).toEqual([{ part: 'boxes', change: 'moved' }]);
    expect(changesTo({ boxes: ROUTE.boxes!.slice(0, -1) })).toEqual([]);
    expect(changesTo({ boxes: ROUTE.boxes }, { ...ROUTE, boxes: null })).toEqual([
      { part: 'boxes', change: 'placed' },
    ]);
  });

  it('are none between a route and its copy', () => {
    const anyRoute = fc.record({
      lines: fc.array(anyLine(), { maxLength: 3 }),
      start: fc.option(anyPlace),
      finish: fc.option(anyPlace),
      boxes: fc.option(anyLine(3)),
    });
    const same = (route: ComparedRoute): void => {
      const copy = JSON.parse(JSON.stringify(summaryOf(route))) as ReturnType<typeof summaryOf>;
      expect(routeChanges(summaryOf(route), copy, RADIUS_M)).toEqual([]);
    };
    fc.assert(fc.property(anyRoute, same));
  });
});
