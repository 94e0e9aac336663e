import { expect, it } from '@jest/globals';
import { aServerCopy, CORNERS } from '../../../testing/track.js';
import { act } from './actions.js';
import { lapChanges } from './lap-changes.js';

const before = aServerCopy().document;
const NORTH = { lat: 44.606, lng: 8.1 };

it('says by how many metres a gate moves, and how long the line becomes', () => {
  const moved = act(before, { type: 'place', place: 'finish', at: NORTH });
  expect(lapChanges(before, moved)).toEqual([
    { what: 'finish', change: 'moved', byM: expect.closeTo(111.2, 0) },
  ]);
  const target = { kind: 'line' as const, id: 'line-1', point: 2 };
  expect(lapChanges(before, act(before, { type: 'move', target, to: { lat: 44.62, lng: 8.114 } }))).toEqual([
    { what: 'line', beforeKm: 4.45, afterKm: expect.closeTo(5.9, 0) },
  ]);
});

it('says that a gate or the boxes are new, gone or changed', () => {
  const without = act(act(before, { type: 'remove', target: { kind: 'start' } }), {
    type: 'remove',
    target: { kind: 'boxes', point: null },
  });
  expect(lapChanges(before, without)).toEqual([{ what: 'start', change: 'gone' }, { what: 'boxes' }]);
  expect(lapChanges(without, before)).toEqual([{ what: 'start', change: 'new' }, { what: 'boxes' }]);
});

it('says that the line is another one if the finish moves to another one', () => {
  const other = { lat: 44.7, lng: 8.1 };
  const points = [other, { lat: 44.7, lng: 8.2 }];
  const two = act(before, { type: 'addLine', points });
  expect(lapChanges(before, two)).toEqual([]);
  expect(lapChanges(two, act(two, { type: 'place', place: 'finish', at: other }))).toMatchObject([
    { what: 'line', beforeKm: 4.45 },
    { what: 'finish', change: 'moved' },
  ]);
});

it('does not concern points of interest, names and drawing', () => {
  const other = act(act(before, { type: 'rename', name: 'Other' }), {
    type: 'addPois',
    pois: [{ position: CORNERS[0]!, description: 'New POI', icon: 'location' }],
  });
  expect(lapChanges(before, other)).toEqual([]);
});
