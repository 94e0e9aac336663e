import { describe, expect, it } from '@jest/globals';
import { aServerCopy, CORNERS, ON_THE_LINE } from '../../../testing/track.js';
import { act } from './actions.js';
import { diffParts, divergence, isDirty, takeParts } from './diff.js';
import type { TrackDocument } from './document.js';

const base = aServerCopy().document;
const FAR = { lat: 44.7, lng: 8.3 };

const CHANGES = {
  name: (from: TrackDocument) => act(from, { type: 'rename', name: 'Other' }),
  lines: (from: TrackDocument) =>
    act(from, { type: 'move', target: { kind: 'line', id: 'line-1', point: 1 }, to: FAR }),
  start: (from: TrackDocument) => act(from, { type: 'place', place: 'start', at: FAR }),
  finish: (from: TrackDocument) => act(from, { type: 'remove', target: { kind: 'finish' } }),
  boxes: (from: TrackDocument) => act(from, { type: 'remove', target: { kind: 'boxes', point: null } }),
  pois: (from: TrackDocument) =>
    act(from, { type: 'addPois', pois: [{ position: FAR, description: 'New POI', icon: 'location' }] }),
  stages: (from: TrackDocument) =>
    act(from, {
      type: 'addStage',
      stage: {
        number: 1,
        name: 'SS1',
        km: 4,
        startDate: '2027-06-06T06:00:00.000Z',
        points: null,
        start: null,
        finish: null,
      },
      fromLine: null,
    }),
  mapPosition: (from: TrackDocument) => act(from, { type: 'moveMap', position: { ...FAR, zoom: 12 } }),
} as const;

describe('what differs between two drawings', () => {
  it.each(Object.entries(CHANGES))('is %s alone if that alone was changed', (part, change) => {
    expect(diffParts(base, change(base))).toEqual([part]);
    expect(isDirty(change(base), base)).toBe(true);
  });

  it('is nothing if the same is drawn under other ids', () => {
    const { lines } = base;
    const other = {
      ...base,
      lines: lines.map((line) => ({ ...line, id: 'new-9', points: [...line.points] })),
    };
    expect(diffParts(base, other)).toEqual([]);
    expect(isDirty(other, base)).toBe(false);
  });

  it('sees a change of the kind, order and place of points of interest', () => {
    const [poi] = base.pois;
    const changed = (changes: object) => ({ ...base, pois: [{ ...poi!, ...changes }] });
    for (const changes of [{ icon: 'location' }, { description: 'x' }, { position: ON_THE_LINE }])
      expect(diffParts(base, changed(changes) as TrackDocument)).toEqual(['pois']);
  });
});

describe('two organisers', () => {
  const mine = CHANGES.name(CHANGES.finish(CHANGES.lines(base)));
  const theirs = CHANGES.pois(CHANGES.start(base));

  it('who changed different parts have nothing to choose', () => {
    const parts = divergence(base, mine, theirs);
    expect(parts).toEqual({ mine: ['name', 'lines', 'finish'], theirs: ['start', 'pois'], both: [] });
    const merged = takeParts(mine, theirs, parts.theirs);
    expect(diffParts(merged, CHANGES.pois(CHANGES.start(mine)))).toEqual([]);
  });

  it('who changed the same part in different ways have to choose', () => {
    const other = act(base, { type: 'place', place: 'finish', at: FAR });
    expect(divergence(base, mine, other)).toEqual({
      mine: ['name', 'lines'],
      theirs: [],
      both: ['finish'],
    });
  });

  it('who made the same change have not', () => {
    expect(divergence(base, mine, CHANGES.finish(base))).toEqual({
      mine: ['name', 'lines'],
      theirs: [],
      both: [],
    });
  });
});

it('keeps a closed line closed, whichever of its points is moved, inserted or removed', () => {
  const target = { kind: 'line' as const, id: 'line-1' };
  const closedAfter = (document: TrackDocument): boolean => {
    const points = document.lines[0]!.points;
    return points[0]!.lat === points.at(-1)!.lat && points[0]!.lng === points.at(-1)!.lng;
  };
  for (const point of CORNERS.keys()) {
    expect(closedAfter(act(base, { type: 'move', target: { ...target, point }, to: FAR }))).toBe(true);
    expect(closedAfter(act(base, { type: 'remove', target: { ...target, point } }))).toBe(true);
  }
  for (const index of [0, 1, CORNERS.length - 1, CORNERS.length]) {
    const inserted = act(base, { type: 'insertPoint', target: { ...target, point: null }, index, at: FAR });
    expect(closedAfter(inserted)).toBe(true);
    expect(inserted.lines[0]!.points).toHaveLength(CORNERS.length + 1);
  }
});
