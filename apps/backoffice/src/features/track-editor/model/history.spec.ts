import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { act, type DrawingAction } from './actions.js';
import { EMPTY_DOCUMENT } from '../../../testing/track.js';
import type { TrackDocument } from './document.js';
import { endSeries, historyOf, record, redo, undo, UNDO_STEPS, type History } from './history.js';

const point = fc.record({
  lat: fc.double({ min: 44, max: 45, noNaN: true }),
  lng: fc.double({ min: 8, max: 9, noNaN: true }),
});
const points = fc.array(point, { minLength: 2, maxLength: 6 });
const index = fc.integer({ min: -1, max: 7 });
const shapeId = fc.constantFrom('new-1', 'new-2', 'new-3', 'new-4', 'none');
const target = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), id: shapeId, point: fc.option(index) }),
  fc.record({ kind: fc.constant('boxes' as const), point: fc.option(index) }),
  fc.record({ kind: fc.constantFrom('start' as const, 'finish' as const) }),
  fc.record({
    kind: fc.constant('gate' as const),
    id: shapeId,
    end: fc.constantFrom('start' as const, 'finish' as const),
  }),
  fc.record({ kind: fc.constant('poi' as const), id: shapeId }),
);
const stage = fc.record({
  number: fc.integer({ min: 1, max: 9 }),
  name: fc.string(),
  km: fc.double({ min: 0, max: 40, noNaN: true }),
  startDate: fc.constant('2027-06-06T06:00:00.000Z'),
  points: fc.option(points),
  start: fc.option(point),
  finish: fc.option(point),
});
const poi = fc.record({
  position: point,
  description: fc.string(),
  icon: fc.constantFrom('location' as const, 'rescate' as const),
});
const kindOf = <Type extends string>(type: Type) => fc.constant(type);

/** Any action, whether it does something to the drawing or not. */
const action: fc.Arbitrary<DrawingAction> = fc.oneof(
  fc.record({ type: kindOf('addLine'), points }),
  fc.record({ type: kindOf('move'), target, to: point }),
  fc.record({ type: kindOf('moveShape'), target, from: point, to: point }),
  fc.record({ type: kindOf('insertPoint'), target, index, at: point }),
  fc.record({ type: kindOf('remove'), target }),
  fc.record({ type: kindOf('cutLine'), id: shapeId, point: index }),
  fc.record({ type: kindOf('joinLines'), id: shapeId, other: shapeId }),
  fc.record({ type: kindOf('reverseLine'), id: shapeId }),
  fc.record({ type: kindOf('closeLine'), id: shapeId }),
  fc.record({
    type: kindOf('place'),
    place: fc.constantFrom('start' as const, 'finish' as const),
    at: point,
  }),
  fc.record({ type: kindOf('drawBoxes'), corners: fc.array(point, { minLength: 3, maxLength: 5 }) }),
  fc.record({ type: kindOf('addPois'), pois: fc.array(poi, { maxLength: 3 }) }),
  fc.record({ type: kindOf('changePoi'), poi: poi.map((one) => ({ ...one, id: 'new-1' })) }),
  fc.record({ type: kindOf('addStage'), stage, fromLine: fc.option(shapeId) }),
  fc.record({ type: kindOf('changeStage'), stage: stage.map((one) => ({ ...one, id: 'new-2' })) }),
  fc.record({ type: kindOf('releaseStageLine'), id: shapeId }),
  fc.record({ type: kindOf('rename'), name: fc.string() }),
  fc.record({
    type: kindOf('moveMap'),
    position: fc.option(point.map((at) => ({ ...at, zoom: 12 }))),
  }),
);
const actions = fc.array(action, { minLength: 1, maxLength: 60 });

const doAll = (first: TrackDocument, all: readonly DrawingAction[]): History =>
  all.reduce((history, one) => record(history, act(history.present, one)), historyOf(first));

const repeat = (history: History, step: (history: History) => History): History => {
  const next = step(history);
  return next === history ? history : repeat(next, step);
};

describe('undo and redo', () => {
  it('lead back to the first drawing and forth to the last one, whatever was done', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const done = doAll(EMPTY_DOCUMENT, all);
        const begun = repeat(done, undo);
        expect(begun.present).toEqual(EMPTY_DOCUMENT);
        expect(repeat(begun, redo).present).toEqual(done.present);
      }),
    );
  });

  it('go through every drawing in between', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const shown = [EMPTY_DOCUMENT];
        let history = historyOf(EMPTY_DOCUMENT);
        for (const one of all) {
          history = record(history, act(history.present, one));
          if (history.present !== shown.at(-1)) shown.push(history.present);
        }
        for (const drawing of shown.toReversed()) {
          expect(history.present).toEqual(drawing);
          history = undo(history);
        }
      }),
    );
  });

  it('never leaves a line of fewer than two points, or boxes of fewer than three corners', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const { lines, stages, boxes } = doAll(EMPTY_DOCUMENT, all).present;
        for (const { points: drawn } of [...lines, ...stages])
          expect(drawn?.length ?? 2).toBeGreaterThanOrEqual(2);
        expect(boxes?.length ?? 4).toBeGreaterThanOrEqual(4);
      }),
    );
  });

  it(`go back ${UNDO_STEPS} steps and no further`, () => {
    const names = Array.from({ length: UNDO_STEPS + 5 }, (_, at) => `Track ${at + 1}`);
    const done = doAll(
      EMPTY_DOCUMENT,
      names.map((name) => ({ type: 'rename', name })),
    );
    expect(repeat(done, undo).present.name).toBe('Track 5');
    expect(repeat(repeat(done, undo), redo).present.name).toBe(names.at(-1));
  });

  it('takes a series as one step, until it ends or something else is done', () => {
    const named = (history: History, name: string, series: string | null) =>
      record(history, { ...history.present, name }, series);
    let history = ['a', 'b', 'c'].reduce(
      (before, name) => named(before, name, 'nudge'),
      historyOf(EMPTY_DOCUMENT),
    );
    expect(undo(history).present.name).toBe('');
    history = named(endSeries(history), 'd', 'nudge');
    expect(undo(history).present.name).toBe('c');
  });

  it('forgets what was undone once something new is done', () => {
    const done = doAll(EMPTY_DOCUMENT, [
      { type: 'rename', name: 'a' },
      { type: 'rename', name: 'b' },
    ]);
    const other = record(undo(done), { ...EMPTY_DOCUMENT, name: 'c' });
    expect(redo(other)).toBe(other);
    expect(undo(other).present.name).toBe('a');
  });

  it('records nothing if nothing has changed', () => {
    const history = historyOf(EMPTY_DOCUMENT);
    expect(record(history, act(EMPTY_DOCUMENT, { type: 'reverseLine', id: 'none' }))).toBe(history);
  });
});
