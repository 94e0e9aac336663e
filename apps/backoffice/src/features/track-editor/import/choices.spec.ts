import { describe, expect, it } from '@jest/globals';
import { TRACK_LIMITS, type LatLng, type UploadedShape } from '@flagpost/contracts';
import {
  choose,
  chooseAll,
  excessOf,
  hasGates,
  importedTrack,
  proposedChoices,
  purposesOf,
} from './choices.js';

const at = (lat: number, lng: number): LatLng => ({ lat, lng });
const shape = (Kind: UploadedShape['Kind'], ...Positions: LatLng[]): UploadedShape => ({
  Name: null,
  Kind,
  Icon: Kind === 'poi' ? 'location' : null,
  Positions,
});
const OPEN = [at(44, 8), at(44.1, 8), at(44.1, 8.1)];
const RING = [...OPEN, at(44, 8)];
const TRACK = shape('track', ...OPEN);
const BOXES = shape('boxes', ...RING);
const START = shape('start', at(44, 8));
const FINISH = shape('finish', at(44.1, 8.1));
const POI: UploadedShape = { ...shape('poi', at(45, 9)), Name: 'Nord', Icon: 'ambulancia' };
const ALL = [TRACK, BOXES, START, FINISH, POI];
const OPTIONS = { name: null, gatesAtEnds: true, replacesLines: false, nameless: 'New POI' };
const purposes = (choices: ReturnType<typeof proposedChoices>) => choices.map(({ purpose }) => purpose);

describe('what a file holds', () => {
  it('becomes what the server proposes', () => {
    expect(importedTrack(proposedChoices(ALL), { ...OPTIONS, name: 'Langhe' })).toEqual({
      name: 'Langhe',
      lines: [OPEN],
      start: at(44, 8),
      finish: at(44.1, 8.1),
      boxes: RING,
      pois: [{ position: at(45, 9), description: 'Nord', icon: 'ambulancia' }],
      replacesLines: false,
    });
  });

  it('is a collection of which nothing is proposed if it is large', () => {
    const many = (count: number, of: UploadedShape) => Array.from({ length: count }, () => of);
    expect(new Set(purposes(proposedChoices(many(12, TRACK))))).toEqual(new Set(['track']));
    expect(new Set(purposes(proposedChoices([...many(13, TRACK), ...many(51, POI)])))).toEqual(
      new Set(['nothing']),
    );
  });

  it('becomes what its form allows', () => {
    expect(purposesOf(POI)).toEqual(['poi', 'start', 'finish', 'nothing']);
    expect(purposesOf(TRACK)).toEqual(['track', 'boxes', 'nothing']);
    expect(purposesOf(shape('track', at(44, 8), at(45, 8)))).toEqual(['track', 'nothing']);
  });

  it('has one start, one finish and one area of boxes', () => {
    const choices = choose(choose(proposedChoices(ALL), 4, 'start'), 0, 'boxes');
    expect(purposes(choices)).toEqual(['boxes', 'nothing', 'nothing', 'finish', 'start']);
    expect(importedTrack(choices, OPTIONS)).toMatchObject({
      lines: [],
      boxes: RING,
      start: at(45, 9),
      pois: [],
    });
  });

  it('is taken or left by its form', () => {
    const none = chooseAll(chooseAll(proposedChoices(ALL), 'lines', false), 'points', false);
    expect(new Set(purposes(none))).toEqual(new Set(['nothing']));
    expect(purposes(chooseAll(none, 'lines', true))).toEqual([
      'track',
      'track',
      'nothing',
      'nothing',
      'nothing',
    ]);
    expect(purposes(chooseAll(none, 'points', true))).toEqual(['nothing', 'nothing', 'poi', 'poi', 'poi']);
    expect(chooseAll(proposedChoices(ALL), 'points', true)).toEqual(proposedChoices(ALL));
  });

  it('gets start and finish at the ends of its first track if it has neither', () => {
    const open = proposedChoices([TRACK, shape('track', ...RING)]);
    expect(hasGates(open)).toBe(false);
    expect(importedTrack(open, OPTIONS)).toMatchObject({ start: at(44, 8), finish: at(44.1, 8.1) });
    const circuit = proposedChoices([shape('track', ...RING)]);
    expect(importedTrack(circuit, OPTIONS)).toMatchObject({ start: at(44, 8), finish: at(44, 8) });
    expect(importedTrack(circuit, { ...OPTIONS, gatesAtEnds: false })).toMatchObject({
      start: null,
      finish: null,
    });
    expect(importedTrack(proposedChoices([TRACK, START]), OPTIONS)).toMatchObject({ finish: null });
    expect(importedTrack(proposedChoices([POI]), OPTIONS)).toMatchObject({ start: null, finish: null });
  });

  it('may be more than an event has', () => {
    const of = (count: number, one: UploadedShape, purpose: 'track' | 'poi') =>
      Array.from({ length: count }, () => ({ shape: one, purpose }));
    const none = { lines: 0, pois: 0 };
    expect(excessOf(of(TRACK_LIMITS.lines, TRACK, 'track'), none)).toBeNull();
    expect(excessOf(of(TRACK_LIMITS.lines + 1, TRACK, 'track'), none)).toBe('lines');
    expect(excessOf(of(TRACK_LIMITS.lines, TRACK, 'track'), { lines: 1, pois: 0 })).toBe('lines');
    expect(excessOf(of(TRACK_LIMITS.pois + 1, POI, 'poi'), none)).toBe('pois');
    expect(excessOf(of(1, POI, 'poi'), { lines: 0, pois: TRACK_LIMITS.pois })).toBe('pois');
  });

  it('describes points without a name', () => {
    expect(importedTrack(proposedChoices([shape('poi', at(1, 2))]), OPTIONS).pois).toEqual([
      { position: at(1, 2), description: 'New POI', icon: 'location' },
    ]);
  });
});
