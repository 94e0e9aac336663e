import { describe, expect, it } from '@jest/globals';
import { aMap, CORNERS, noMap } from '../../../testing/track.js';
import {
  NO_ENDS,
  endsIn,
  kmText,
  lineOf,
  moved,
  placed,
  stepped,
  stretchIn,
  typedEnds,
  type Ends,
} from './stretch.js';

const lineWith = (Positions: readonly (typeof CORNERS)[number][]) =>
  lineOf(aMap({ track: { pointsTrack: [{ Positions: [...Positions] }] } }).route)!;
/** A square, 1.11 km from corner to corner. */
const CIRCUIT = lineWith(CORNERS);
const ROUTE = lineWith(CORNERS.slice(0, 2));

describe('the race line of a question', () => {
  it('is a circuit if it ends where it begins', () => {
    expect([CIRCUIT.isCircuit, ROUTE.isCircuit]).toEqual([true, false]);
    expect(ROUTE.lengthM).toBeCloseTo(1_111, 0);
  });

  it('is none without a track, or on a track without length', () => {
    expect(lineOf(null)).toBeNull();
    expect(lineOf(noMap().route)).toBeNull();
    expect(lineOf(aMap({ track: { pointsTrack: [{ Positions: [CORNERS[0]!] }] } }).route)).toBeNull();
  });
});

describe('a stretch that is typed', () => {
  it('is two distances on the line, with a point or a comma', () => {
    const ends = endsIn(CIRCUIT, { from: '1.2', to: ' 1,854 ' });
    expect(ends).toEqual({ from: 1_200, to: 1_854 });
    expect(typedEnds(ends)).toEqual({ from: '1.20', to: '1.854' });
    expect(typedEnds(NO_ENDS)).toEqual({ from: '', to: '' });
    expect(kmText(0)).toBe('0.00');
  });

  it('has no end that is no distance, or not on the line', () => {
    for (const typed of ['', 'x', '-1', '1.2.3', '1e1', '1.2345', '99'])
      expect(endsIn(CIRCUIT, { from: typed, to: '1' })).toEqual({ from: null, to: 1_000 });
  });

  it('lies in the direction of travel, on a circuit over the ends of the line too', () => {
    expect(stretchIn(CIRCUIT, { from: 4_000, to: 200 })).toEqual({ from: 4_000, to: 200 });
    expect(stretchIn(ROUTE, { from: 200, to: 900 })).toEqual({ from: 200, to: 900 });
    expect(stretchIn(ROUTE, { from: 900, to: 200 })).toBe('reversed');
    expect(stretchIn(CIRCUIT, { from: 200, to: 200 })).toBe('same');
    expect(stretchIn(CIRCUIT, { from: 200, to: null })).toBe('missing');
  });
});

describe('a stretch that is pressed on the map', () => {
  /** Beside the first side of the square. */
  const beside = (metres: number) => ({ lat: 44.6 + metres / 111_120, lng: 8.0999 });
  const press = (line: typeof CIRCUIT, ends: Ends, ...metres: number[]): Ends =>
    metres.reduce((before, each) => placed(line, before, beside(each)), ends);

  it('begins at the first press, ends at the second, and its nearer end follows a further one', () => {
    expect(press(CIRCUIT, NO_ENDS, 204)).toEqual({ from: 200, to: null });
    expect(press(CIRCUIT, NO_ENDS, 204, 896)).toEqual({ from: 200, to: 900 });
    expect(press(CIRCUIT, NO_ENDS, 204, 896, 300)).toEqual({ from: 300, to: 900 });
    expect(press(CIRCUIT, NO_ENDS, 204, 896, 800)).toEqual({ from: 200, to: 800 });
    expect(press(CIRCUIT, { from: null, to: 900 }, 200)).toEqual({ from: 200, to: 900 });
  });

  it('goes round a circuit from the first point, and forwards on another track', () => {
    expect(press(CIRCUIT, NO_ENDS, 900, 200)).toEqual({ from: 900, to: 200 });
    expect(press(ROUTE, NO_ENDS, 900, 200)).toEqual({ from: 200, to: 900 });
  });

  it('takes the way over the ends of the line into account for what is nearer', () => {
    expect(press(CIRCUIT, { from: 4_300, to: 1_100 }, 100)).toEqual({ from: 100, to: 1_100 });
  });

  it('is moved over the ends of a circuit, and on another track as far as the other end', () => {
    const ends = { from: 0, to: 500 };
    expect(stepped(CIRCUIT, ends, 'from', -1).from).toBeGreaterThan(4_000);
    expect(stepped(ROUTE, ends, 'from', -1)).toEqual(ends);
    expect(stepped(ROUTE, ends, 'from', 10)).toEqual({ from: 100, to: 500 });
    expect(moved(ROUTE, ends, 'from', 800)).toEqual({ from: 490, to: 500 });
    expect(moved(ROUTE, { from: 500, to: 900 }, 'to', 100)).toEqual({ from: 500, to: 510 });
    expect(moved(ROUTE, ends, 'to', 9_000)).toEqual({ from: 0, to: 1_110 });
  });
});
