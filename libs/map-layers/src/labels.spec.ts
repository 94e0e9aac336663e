import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  LABEL_HEIGHT_PX,
  LABEL_STAYS_MS,
  placeLabels,
  type Box,
  type LabelCandidate,
  type PlacedLabel,
} from './labels.js';

const candidate = (id: number, x: number, y: number, more: Partial<LabelCandidate> = {}): LabelCandidate => ({
  id,
  x,
  y,
  reachPx: 15,
  widthPx: 30,
  priority: 0,
  always: false,
  ...more,
});
const NONE: ReadonlyMap<number, PlacedLabel> = new Map();
const shownSince = (sinceMs: number, ...ids: number[]): Map<number, PlacedLabel> =>
  new Map(ids.map((id) => [id, { dx: 0, dy: 24, sinceMs }]));
const idsOf = (placed: ReadonlyMap<number, PlacedLabel>): number[] =>
  [...placed.keys()].sort((a, b) => a - b);

/** One more than the sides of a mark that labels stand on. */
const pile = (more: (id: number) => Partial<LabelCandidate> = () => ({})): LabelCandidate[] =>
  [1, 2, 3, 4, 5].map((id) => candidate(id, 100, 100, more(id)));

describe('labels', () => {
  it('stand by priority, none over another', () => {
    const candidates = [...pile((id) => ({ priority: id })), candidate(6, 300, 100)];
    expect(idsOf(placeLabels(candidates, NONE, 0, []))).toEqual([2, 3, 4, 5, 6]);
  });

  it('keep their place before others of their priority', () => {
    expect(idsOf(placeLabels(pile(), shownSince(0, 5), LABEL_STAYS_MS * 2, []))).toEqual([1, 2, 3, 5]);
    expect(idsOf(placeLabels(pile(), NONE, 0, []))).toEqual([1, 2, 3, 4]);
  });

  it('stay a second before they give way to a higher priority', () => {
    const candidates = pile((id) => ({ priority: id === 5 ? 0 : 2 }));
    expect(idsOf(placeLabels(candidates, shownSince(0, 5), LABEL_STAYS_MS - 1, []))).toEqual([1, 2, 3, 5]);
    expect(idsOf(placeLabels(candidates, shownSince(0, 5), LABEL_STAYS_MS, []))).toEqual([1, 2, 3, 4]);
  });

  it('give way to an SOS at once', () => {
    const candidates = pile((id) => ({ always: id === 5 }));
    expect(idsOf(placeLabels(candidates, shownSince(0, 1, 2, 3, 4), 1, []))).toEqual([1, 2, 3, 5]);
  });

  it('stand above, right or left of their mark where there is no room below', () => {
    const alone = candidate(1, 0, 0);
    const sides: Box[] = [];
    const taken = [0, 1, 2, 3].map(() => {
      const [label] = placeLabels([alone], NONE, 0, sides).values();
      sides.push({ x: label?.dx ?? NaN, y: label?.dy ?? NaN, widthPx: 4, heightPx: 4 });
      return [Math.sign(label?.dx ?? NaN), Math.sign(label?.dy ?? NaN)];
    });
    expect(taken.map(String)).toEqual([[0, 1], [0, -1], [1, 0], [-1, 0]].map(String)); // prettier-ignore
    expect(placeLabels([alone], NONE, 0, sides).size).toBe(0);
  });

  it('stay on the side they stand on while it is free', () => {
    const above = new Map([[1, { dx: 0, dy: -24, sinceMs: 0 }]]);
    expect(placeLabels([candidate(1, 0, 0)], above, 5000, []).get(1)?.dy).toBe(-24);
  });

  it('cover a kilometre mark only where there is no other room', () => {
    const below = { x: 0, y: 24, widthPx: 20, heightPx: 20 };
    const dyWith = (taken: Box[]): number =>
      placeLabels([candidate(1, 0, 0)], NONE, 0, taken, { spared: [below] }).get(1)?.dy ?? NaN;
    expect(dyWith([])).toBeLessThan(0);
    const elsewhere = [[0, -24], [40, 0], [-40, 0]].map(([x = 0, y = 0]) => ({ x, y, widthPx: 40, heightPx: 16 })); // prettier-ignore
    expect(dyWith(elsewhere)).toBeGreaterThan(0);
  });

  it('cover dots only where there is no other room, the fewest then, and never a mark or another label', () => {
    const dot = (x: number, y: number, px = 14): Box => ({ x, y, widthPx: px, heightPx: px });
    const one = candidate(1, 0, 0, { reachPx: 10, widthPx: 20 });
    const around = [dot(0, 19), dot(0, -19), dot(21, 0), dot(-21, 0, 6)];
    const sideOf = (taken: Box[], dots: Box[], shown = NONE): number[] => {
      const label = placeLabels([one], shown, 0, taken, { dots }).get(1);
      return label === undefined ? [] : [Math.sign(label.dx), Math.sign(label.dy)];
    };
    expect(sideOf([], around.slice(0, 1))).toEqual([0, -1]);
    expect(sideOf([], around)).toEqual([-1, 0]);
    expect(sideOf([dot(-21, 0)], around.slice(0, 3))).toEqual([0, 1]);
    expect(sideOf(around, [])).toEqual([]);
    // The side is kept while dots go by under it.
    expect(sideOf([], around, new Map([[1, { dx: 0, dy: -19, sinceMs: 0 }]]))).toEqual([0, -1]);
    const two = [one, candidate(2, 4, 0, { reachPx: 10, widthPx: 20 })];
    const [first, second] = [
      ...placeLabels(two, NONE, 0, [dot(0, -19), dot(24, 0)], { dots: around }).values(),
    ];
    expect([Math.sign(first?.dx ?? NaN), Math.sign(second?.dy ?? NaN)]).toEqual([-1, 1]);
  });

  it('of a grid of 24 cars are all shown', () => {
    const grid = Array.from({ length: 24 }, (_, i) =>
      candidate(i, (i % 2) * 44, Math.floor(i / 2) * 30 + (i % 2) * 15, { reachPx: 12, widthPx: 23 }),
    );
    const marks = grid.map(({ x, y, reachPx }) => ({ x, y, widthPx: reachPx * 2, heightPx: reachPx * 2 }));
    expect(placeLabels(grid, NONE, 0, marks).size).toBe(24);
  });

  it('remember since when they are shown', () => {
    const placed = placeLabels([candidate(1, 0, 0), candidate(2, 200, 0)], shownSince(5, 1), 300, []);
    expect(placed.get(1)?.sinceMs).toBe(5);
    expect(placed.get(2)?.sinceMs).toBe(300);
  });

  it('stand below the mark, whatever its size', () => {
    const dy = (reachPx: number): number =>
      placeLabels([candidate(1, 0, 0, { reachPx })], NONE, 0, []).get(1)?.dy ?? NaN;
    expect(dy(30) - dy(10)).toBe(20);
    expect(dy(10)).toBeGreaterThanOrEqual(10 + LABEL_HEIGHT_PX / 2);
  });

  it('leave to the names of places what they take', () => {
    const below = { x: 0, y: 24, widthPx: 60, heightPx: 16 };
    for (const alarm of [false, true]) {
      const [label] = placeLabels([candidate(1, 0, 0, { always: alarm })], NONE, 0, [below]).values();
      expect(label?.dy).toBeLessThan(0);
    }
  });

  it('of two cars in SOS stand on either side, both drawn', () => {
    const placed = placeLabels(
      [candidate(1, 0, 0, { always: true }), candidate(2, 0, 0, { always: true })],
      NONE,
      0,
      [],
    );
    expect(idsOf(placed)).toEqual([1, 2]);
    expect(Math.sign(placed.get(1)?.dy ?? 0)).toBe(-Math.sign(placed.get(2)?.dy ?? 0));
  });

  it('of an SOS keeps its side while that is as good as any', () => {
    const alarm = candidate(1, 0, 0, { always: true });
    const above = new Map([[1, { dx: 0, dy: -24, sinceMs: 0 }]]);
    expect(placeLabels([alarm], above, 5000, []).get(1)?.dy).toBe(-24);
    const there = { x: 0, y: -24, widthPx: 10, heightPx: 10 };
    expect(placeLabels([alarm], above, 5000, [there]).get(1)?.dy).toBe(24);
  });

  it('never overlap one another nor a mark, none is left out that had room, and an SOS covers the least it can', () => {
    const labels = fc.array(
      fc.record({
        x: fc.integer({ min: -200, max: 200 }),
        y: fc.integer({ min: -200, max: 200 }),
        widthPx: fc.integer({ min: 10, max: 120 }),
        priority: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 60 },
    );
    const alarmAt = fc.record({
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -200, max: 200 }),
    });
    fc.assert(
      fc.property(labels, alarmAt, (all, { x, y }) => {
        const alarm = candidate(1000, x, y, { always: true, reachPx: 35, priority: 4 });
        const candidates = [...all.map((label, id) => candidate(id, label.x, label.y, label)), alarm];
        const markOf = ({ x, y, reachPx }: LabelCandidate): Box => ({
          x,
          y,
          widthPx: reachPx * 2,
          heightPx: reachPx * 2,
        });
        const marks = candidates.map(markOf);
        const placed = placeLabels(candidates, NONE, 0, marks);
        const boxOf = (of: LabelCandidate, { dx, dy }: { dx: number; dy: number }): Box => ({
          x: of.x + dx,
          y: of.y + dy,
          widthPx: of.widthPx,
          heightPx: LABEL_HEIGHT_PX,
        });
        const clash = (a: Box, b: Box): boolean =>
          Math.abs(a.x - b.x) < (a.widthPx + b.widthPx) / 2 &&
          Math.abs(a.y - b.y) < (a.heightPx + b.heightPx) / 2;
        const common = (a: Box, b: Box): number =>
          clash(a, b)
            ? Math.min(a.widthPx, b.widthPx, (a.widthPx + b.widthPx) / 2 - Math.abs(a.x - b.x)) *
              Math.min(a.heightPx, b.heightPx, (a.heightPx + b.heightPx) / 2 - Math.abs(a.y - b.y))
            : 0;
        const covered = (box: Box): number => marks.reduce((sum, mark) => sum + common(box, mark), 0);
        const shown = candidates.flatMap((of) => {
          const label = placed.get(of.id);
          return label === undefined ? [] : [{ of, box: boxOf(of, label) }];
        });
        for (const { of, box } of shown) {
          if (!of.always) expect(marks.some((mark) => clash(box, mark))).toBe(false);
          for (const other of shown) if (other.of !== of) expect(clash(box, other.box)).toBe(false);
        }
        const sidesOf = ({ reachPx, widthPx }: LabelCandidate): { dx: number; dy: number }[] => {
          const down = reachPx + LABEL_HEIGHT_PX / 2 + 1;
          const aside = reachPx + widthPx / 2 + 1;
          return [{ dx: 0, dy: down }, { dx: 0, dy: -down }, { dx: aside, dy: 0 }, { dx: -aside, dy: 0 }]; // prettier-ignore
        };
        const least = Math.min(...sidesOf(alarm).map((side) => covered(boxOf(alarm, side))));
        expect(covered(boxOf(alarm, placed.get(alarm.id) ?? { dx: NaN, dy: NaN }))).toBeCloseTo(least, 6);
        for (const left of candidates.filter(({ id }) => !placed.has(id))) {
          for (const side of sidesOf(left)) {
            const box = boxOf(left, side);
            const isInTheWay = (other: { of: LabelCandidate; box: Box }): boolean =>
              clash(other.box, box) && (other.of.always || other.of.priority >= left.priority);
            expect(marks.some((mark) => clash(mark, box)) || shown.some(isInTheWay)).toBe(true);
          }
        }
      }),
    );
  });
});
