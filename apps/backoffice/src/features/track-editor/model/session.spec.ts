import { describe, expect, it } from '@jest/globals';
import { aServerCopy, BOXES, CORNERS, ON_THE_LINE } from '../../../testing/track.js';
import { isDirty } from './diff.js';
import { reduceSession, sessionOf, type Session, type SessionAction } from './session.js';

const FAR = { lat: 44.7, lng: 8.3 };
const at = (lng: number): SessionAction => ({ type: 'add', at: { lat: 44.6, lng }, newPoi: 'New POI' });
const start = (): Session => sessionOf(aServerCopy(), null);
const after = (...actions: readonly SessionAction[]): Session => actions.reduce(reduceSession, start());
const linesOf = ({ history }: Session): number[] => history.present.lines.map(({ points }) => points.length);

describe('a polyline', () => {
  it('is closed by its first point, and selected', () => {
    const session = after({ type: 'begin', mode: 'line' }, ...[8.1, 8.2, 8.3].map(at), {
      type: 'finishMode',
    });
    expect(linesOf(session)).toEqual([5, 4]);
    expect(session.history.present.lines[1]!.points.at(-1)).toEqual({ lat: 44.6, lng: 8.1 });
    expect(session.selection).toEqual({ kind: 'line', id: 'new-1', point: null });
    expect([session.mode.kind, session.isEditing]).toEqual(['normal', true]);
  });

  it('stays open if it is no circuit', () => {
    const session = after(
      { type: 'begin', mode: 'line' },
      { type: 'closeDraft', isClosed: false },
      ...[8.1, 8.2, 8.3].map(at),
      { type: 'finishMode' },
    );
    expect(linesOf(session)).toEqual([5, 3]);
  });

  it('of a single point is not finished', () => {
    const session = after({ type: 'begin', mode: 'line' }, at(8.1), { type: 'finishMode' });
    expect([session.mode.kind, linesOf(session)]).toEqual(['line', [5]]);
  });

  it('is drawn with undo and redo of its points, and is one step afterwards', () => {
    const drawing = after(
      { type: 'begin', mode: 'line' },
      ...[8.1, 8.2, 8.3].map(at),
      { type: 'undo' },
      { type: 'undo' },
      { type: 'redo' },
    );
    expect(drawing.mode).toMatchObject({ points: [{ lng: 8.1 }, { lng: 8.2 }], undone: [{ lng: 8.3 }] });
    const undone = reduceSession(reduceSession(drawing, { type: 'finishMode' }), { type: 'undo' });
    expect(linesOf(undone)).toEqual([5]);
  });

  it('is gone if its mode is left', () => {
    expect(linesOf(after({ type: 'begin', mode: 'line' }, at(8.1), at(8.2), { type: 'cancelMode' }))).toEqual(
      [5],
    );
  });
});

it.each(['start', 'finish'] as const)('there is one %s: a new one takes the place of the former', (mode) => {
  const session = after({ type: 'begin', mode }, { type: 'add', at: FAR, newPoi: '' });
  expect(session.history.present[mode]).toEqual(FAR);
  expect([session.mode.kind, session.selection]).toEqual(['normal', { kind: mode }]);
});

it('closes the boxes, which take the place of the former', () => {
  const session = after(
    { type: 'begin', mode: 'boxes' },
    ...BOXES.slice(0, 3).map((corner): SessionAction => ({ type: 'add', at: corner, newPoi: '' })),
    { type: 'finishMode' },
  );
  expect(session.history.present.boxes).toEqual(BOXES);
});

describe('points of interest', () => {
  const two = (): Session => after({ type: 'begin', mode: 'poi' }, at(8.1), at(8.2));

  it('are placed one after the other, and named', () => {
    expect(two().history.present.pois.map(({ description, icon }) => [description, icon])).toEqual([
      ['Post 1', 'rescate'],
      ['New POI', 'location'],
      ['New POI', 'location'],
    ]);
    expect(two().mode).toMatchObject({ kind: 'poi', at: { lng: 8.2 } });
  });

  it('are all gone if the mode is cancelled, with nothing to undo', () => {
    const left = reduceSession(two(), { type: 'cancelMode' });
    expect(left.history.present.pois).toHaveLength(1);
    expect(reduceSession(left, { type: 'undo' }).history).toBe(left.history);
  });
});

it('selects nothing that is not there any more', () => {
  const session = after({
    type: 'do',
    action: { type: 'insertPoint', target: { kind: 'line', id: 'line-1', point: 5 }, index: 4, at: FAR },
    select: { kind: 'line', id: 'line-1', point: 5 },
  });
  expect(session.selection).not.toBeNull();
  expect(reduceSession(session, { type: 'undo' }).selection).toBeNull();
});

it('takes a series of steps of the keyboard as one, and another selection as its end', () => {
  const finish = { kind: 'finish' as const };
  const nudge = (lat: number): SessionAction => ({
    type: 'do',
    action: { type: 'move', target: finish, to: { lat, lng: 8.1 } },
    series: 'nudge',
  });
  const session = after(
    { type: 'select', target: finish },
    nudge(44.61),
    nudge(44.62),
    { type: 'select', target: finish },
    nudge(44.63),
    { type: 'undo' },
  );
  expect(session.history.present.finish).toEqual({ lat: 44.62, lng: 8.1 });
  expect(reduceSession(session, { type: 'undo' }).history.present.finish).toEqual(ON_THE_LINE);
});

it('drops everything that was not saved', () => {
  const session = after({ type: 'begin', mode: 'finish' }, at(8.3), { type: 'discard' });
  expect([session.isEditing, isDirty(session.history.present, session.base.document)]).toEqual([
    false,
    false,
  ]);
});

describe('the saved map position', () => {
  const position = { ...FAR, zoom: 12 };
  const positioned = (revision: number): Session =>
    after({ type: 'begin', mode: 'finish' }, at(8.3), { type: 'positioned', position, revision });

  it('leaves nothing to save, and is not undone', () => {
    const session = positioned(6);
    expect(session.base.revision).toBe(6);
    const undone = reduceSession(session, { type: 'undo' });
    expect(undone.history.present.mapPosition).toEqual(position);
    expect(isDirty(undone.history.present, undone.base.document)).toBe(false);
  });

  it('does not hide what somebody else has saved in between', () => {
    expect(positioned(7).base.revision).toBe(5);
  });
});

it('goes on with what the device kept, and back to what it was drawn over', () => {
  const document = { ...aServerCopy().document, name: 'Kept' };
  const session = after({ type: 'restore', base: aServerCopy(), document });
  expect([session.history.present.name, session.isEditing]).toEqual(['Kept', true]);
  expect(reduceSession(session, { type: 'undo' }).history.present.lines[0]!.points).toEqual(CORNERS);
});
