import { describe, expect, it } from '@jest/globals';
import {
  lackingToAuthorize,
  readyStateOf,
  readyToRace,
  type Preparations,
  type ReadyLine,
  type ReadyLineName,
  type ReadyState,
} from './ready-to-race.js';

const done: Preparations = {
  published: true,
  track: true,
  start: true,
  finish: true,
  categories: 3,
  competitors: 60,
  authorized: 60,
  licencesLeft: 0,
  heard: 60,
};
const lineOf = (name: ReadyLineName, changes: Partial<Preparations> = {}): ReadyLine | undefined =>
  readyToRace({ ...done, ...changes }).find(({ line }) => line === name);

describe('an event', () => {
  it('is ready when nothing is missing', () => {
    const lines = readyToRace(done);
    expect(lines.map(({ line }) => line)).toEqual([
      'published',
      'line',
      'categories',
      'competitors',
      'licences',
      'heard',
    ]);
    expect(lines.map(({ state }) => state)).toEqual(lines.map(() => 'ready'));
    expect(readyStateOf(lines)).toBe('ready');
  });

  it.each<[ReadyLineName, ReadyState, number, number, Partial<Preparations>]>([
    ['published', 'missing', 0, 1, { published: false }],
    ['line', 'missing', 0, 3, { track: false, start: false, finish: false }],
    ['line', 'missing', 2, 3, { finish: false }],
    ['categories', 'missing', 0, 0, { categories: 0 }],
    ['competitors', 'missing', 0, 0, { competitors: 0, authorized: 0 }],
    ['competitors', 'missing', 0, 60, { authorized: 0 }],
    ['competitors', 'attention', 59, 60, { authorized: 59 }],
    ['licences', 'ready', 1, 1, { authorized: 59, licencesLeft: 1 }],
    ['licences', 'attention', 1, 2, { authorized: 58, licencesLeft: 1 }],
    ['licences', 'missing', 0, 60, { authorized: 0, licencesLeft: null }],
    ['licences', 'ready', 0, 0, { competitors: 0, authorized: 0, licencesLeft: null }],
    ['heard', 'attention', 59, 60, { heard: 59 }],
    ['heard', 'attention', 0, 0, { authorized: 0, heard: 0 }],
  ])('has the line %s: %s, %i of %i', (line, state, count, of, changes) => {
    expect(lineOf(line, changes)).toMatchObject({ state, done: count, of });
  });

  it('is as ready as its worst line', () => {
    expect(readyStateOf(readyToRace({ ...done, heard: 1 }))).toBe('attention');
    expect(readyStateOf(readyToRace({ ...done, heard: 1, published: false }))).toBe('missing');
    expect(readyStateOf([])).toBe('ready');
  });
});

describe('a competitor', () => {
  const whole = { categoryId: 11, carNumber: '7', brand: 'Lancia', model: 'Delta' };

  it('lacks what is not there', () => {
    expect(lackingToAuthorize(whole)).toEqual([]);
    expect(lackingToAuthorize({ ...whole, categoryId: null, brand: '' })).toEqual(['category', 'brand']);
    expect(lackingToAuthorize({ categoryId: null, carNumber: null, brand: null, model: null })).toEqual([
      'category',
      'carNumber',
      'brand',
      'model',
    ]);
  });
});
