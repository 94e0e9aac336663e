import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeLabels, type LabelWish } from './labels.js';

const wish = (id: number, x: number, y: number, priority = 0): LabelWish => ({
  id,
  x,
  y,
  widthPx: 30,
  priority,
});

describe('labels', () => {
  it('stand by priority, none over another', () => {
    expect(placeLabels([wish(1, 100, 100), wish(2, 110, 104, 4), wish(3, 300, 100)], new Set())).toEqual(
      new Set([2, 3]),
    );
  });

  it('keep their place before others of their priority', () => {
    const side = [wish(1, 100, 100), wish(2, 110, 104)];
    expect(placeLabels(side, new Set([2]))).toEqual(new Set([2]));
    expect(placeLabels(side, new Set())).toEqual(new Set([1]));
  });

  it('never overlap, and none is left out that had room', () => {
    const labels = fc.array(
      fc.record({
        x: fc.integer({ min: -200, max: 200 }),
        y: fc.integer({ min: -200, max: 200 }),
        widthPx: fc.integer({ min: 10, max: 120 }),
        priority: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(labels, (all) => {
        const wishes = all.map((label, id) => ({ id, ...label }));
        const placed = placeLabels(wishes, new Set());
        const clash = (a: LabelWish, b: LabelWish): boolean =>
          Math.abs(a.x - b.x) < (a.widthPx + b.widthPx) / 2 && Math.abs(a.y - b.y) < 16;
        const shown = wishes.filter(({ id }) => placed.has(id));
        for (const a of shown) for (const b of shown) if (a.id !== b.id) expect(clash(a, b)).toBe(false);
        for (const left of wishes) {
          if (!placed.has(left.id))
            expect(shown.some((b) => clash(left, b) && b.priority >= left.priority)).toBe(true);
        }
      }),
    );
  });
});
