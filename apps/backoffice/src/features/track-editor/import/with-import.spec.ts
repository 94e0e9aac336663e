import { expect, it } from '@jest/globals';
import { aServerCopy, BOXES, CORNERS, ON_THE_LINE } from '../../../testing/track.js';
import { diffParts } from '../model/diff.js';
import type { ImportedTrack } from './choices.js';
import { withImport } from './with-import.js';

const { document } = aServerCopy();
const NOTHING: ImportedTrack = {
  name: null,
  lines: [],
  start: null,
  finish: null,
  boxes: null,
  pois: [],
  replacesLines: true,
};

it('leaves what the file does not have as it is drawn', () => {
  expect(diffParts(document, withImport(document, NOTHING))).toEqual([]);
});

it.each([
  [true, 2],
  [false, 3],
])('takes the lines in place of those that are drawn (%j) or beside them', (replacesLines, count) => {
  const lines = [CORNERS.slice(0, 2), CORNERS.slice(1, 3)];
  const imported = withImport(document, { ...NOTHING, lines, replacesLines });
  expect(imported.lines).toHaveLength(count);
  expect(new Set(imported.lines.map(({ id }) => id)).size).toBe(count);
  expect(imported.lines.at(-1)?.points).toEqual(lines[1]);
});

it('takes name, gates and boxes, and adds points of interest', () => {
  const poi = { position: ON_THE_LINE, description: 'Post 2', icon: 'location' as const };
  const imported = withImport(document, {
    ...NOTHING,
    name: 'From a file',
    start: CORNERS[0]!,
    finish: CORNERS[1]!,
    boxes: BOXES.slice(1),
    pois: [poi],
  });
  expect(imported).toMatchObject({ name: 'From a file', start: CORNERS[0], finish: CORNERS[1] });
  expect(imported.pois.map(({ description }) => description)).toEqual(['Post 1', 'Post 2']);
});
