import { describe, expect, it } from '@jest/globals';
import type { RecordedFix, Recording } from '@flagpost/telemetry/recordings';
import { gatesOf, listed, recordedCars, ReplayError } from './recorded-cars.js';

const fix = (t: number, car?: string, lat = 44.6, lng = 8.16): RecordedFix => ({
  t,
  lat,
  lng,
  ...(car === undefined ? {} : { car }),
});
const recording = (...fixes: RecordedFix[]): Recording => ({ fixes, startLine: null, finishLine: null });
const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ReplayError) return error.message;
    throw error;
  }
  return 'no refusal';
};

describe('cars of a recording', () => {
  it('are those that it names, each in the order of the file', () => {
    const cars = recordedCars(recording(fix(2, 'a'), fix(1, 'b'), fix(1, 'a')), undefined, null);
    expect([...cars]).toEqual([
      ['a', [fix(2, 'a'), fix(1, 'a')]],
      ['b', [fix(1, 'b')]],
    ]);
  });

  it('may be cut to one of many', () => {
    const many = recording(fix(1, 'a'), fix(1, 'b'), fix(2, 'a'));
    expect([...recordedCars(many, 'b', null).keys()]).toEqual(['b']);
    expect(refusal(() => recordedCars(many, 'c', null))).toBe('The recording has no car c: it has a, b.');
  });

  it('have the number that is asked for, where there is but one', () => {
    expect([...recordedCars(recording(fix(1)), '12', null).keys()]).toEqual(['12']);
    expect([...recordedCars(recording(fix(1, 'a')), '12', null).keys()]).toEqual(['12']);
    expect([...recordedCars(recording(fix(1, 'a')), undefined, '1').keys()]).toEqual(['a']);
    expect([...recordedCars(recording(fix(1)), undefined, '1').keys()]).toEqual(['1']);
    expect(refusal(() => recordedCars(recording(fix(1)), undefined, null))).toContain('--car NUMBER');
  });

  it('must all be named, or none', () => {
    expect(refusal(() => recordedCars(recording(fix(1, 'a'), fix(2)), undefined, '1'))).toContain("no 'car'");
  });

  it('are listed in a sentence', () => {
    expect(listed(['1', '2'])).toBe('1, 2');
    expect(listed(Array.from({ length: 12 }, (_, i) => String(i)))).toBe(
      '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more',
    );
  });
});

describe('gates', () => {
  const startLine = { lat: 43.8, lng: -88 };
  const finishLine = { lat: 43.9, lng: -88 };
  const said = { lat: 1, lng: 2 };

  it('are where it was said, else on the lines of the recording', () => {
    expect(gatesOf({ fixes: [], startLine, finishLine: null }, said)).toEqual({ start: null, finish: said });
    expect(gatesOf({ fixes: [], startLine, finishLine: null }, null)).toEqual({
      start: startLine,
      finish: startLine,
    });
    expect(gatesOf({ fixes: [], startLine, finishLine }, null)).toEqual({
      start: startLine,
      finish: finishLine,
    });
  });

  it('must be somewhere', () => {
    expect(refusal(() => gatesOf(recording(), null))).toBe(
      'The recording has no start line: say where the finish is with --finish LAT,LNG.',
    );
  });
});
