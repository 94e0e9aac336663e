import { describe, expect, it } from '@jest/globals';
import {
  CAR_LOOKS,
  carFlagsOf,
  carLook,
  FLAG_CODES,
  flagOf,
  FLAGS,
  flagsOfPanel,
  lookAt,
  lookIndex,
  NO_FLAGS,
  withFlag,
  type CarLook,
  type FlagCode,
} from './flags.js';

const sent = (...all: FlagCode[]) => all.reduce((flags, code) => withFlag(flags, code), NO_FLAGS);

describe('the flags of a car', () => {
  it('keeps the newest track flag and the newest flag of the driver side by side', () => {
    expect(sent(806, 805, 801, 804)).toEqual({ track: 801, driver: 804, last: 804 });
  });

  it.each([800, 811] as const)('is not changed by %i', (code) => {
    expect(sent(801, 803, code)).toEqual(sent(801, 803));
  });

  it('knows the last code of 801 to 810', () => {
    for (const code of FLAG_CODES) expect(sent(code).last).toBe(code >= 801 && code <= 810 ? code : null);
  });
});

describe('how a car is drawn', () => {
  const car = { sos: false, offline: false, stopped: false, flags: NO_FLAGS };

  it('puts SOS first, then offline, then stopped', () => {
    const flags = sent(808);
    expect(carLook({ sos: true, offline: true, stopped: true, flags })).toBe('sos');
    expect(carLook({ sos: false, offline: true, stopped: true, flags })).toBe('offline');
    expect(carLook({ sos: false, offline: false, stopped: true, flags })).toBe('stopped');
    expect(carLook({ ...car, flags })).toBe(FLAGS.green);
    expect(carLook(car)).toBe('default');
  });

  it('does not show a stopped car under red, nor one with a flag of its own', () => {
    expect(carLook({ ...car, stopped: true, flags: sent(FLAGS.red) })).toBe(FLAGS.red);
    expect(carLook({ ...car, stopped: true, flags: sent(FLAGS.black) })).toBe(FLAGS.black);
  });

  it('locks the colour to a flag of the driver while that is in force', () => {
    expect(carLook({ ...car, flags: sent(FLAGS.penalty, FLAGS.green) })).toBe(FLAGS.penalty);
  });
});

describe('the look of a car in a sector with a flag', () => {
  const car = { sos: false, offline: false, stopped: false };
  const sectorFlag = FLAGS.doubleYellow;

  it.each<[string, FlagCode[], CarLook]>([
    ['its own flag', [FLAGS.red, FLAGS.black], FLAGS.black],
    ['red of the track', [FLAGS.red], FLAGS.red],
    ['the safety car of the track', [FLAGS.safetyCar], FLAGS.safetyCar],
    ['the flag of the sector before another of the track', [FLAGS.white], sectorFlag],
    ['the flag of the sector if the track has none', [], sectorFlag],
  ])('is %s', (_, flags, look) => {
    expect(carLook({ ...car, flags: sent(...flags), sectorFlag })).toBe(look);
  });

  it('is the flag of the track if the sector is not known, not the newest that was sent', () => {
    const flags = withFlag(sent(FLAGS.white), FLAGS.yellow, true);
    expect(flags).toEqual({ track: FLAGS.white, driver: null, last: FLAGS.yellow });
    expect(carLook({ ...car, flags })).toBe(FLAGS.white);
  });
});

describe('the table of flags', () => {
  it('gives each flag a code, a key and a place of its own', () => {
    expect(new Set(FLAG_CODES).size).toBe(FLAG_CODES.length);
    expect(new Set(FLAG_CODES.map((code) => flagOf(code).key)).size).toBe(FLAG_CODES.length);
    const inPanel = (['head', 'track', 'driver'] as const).flatMap(flagsOfPanel);
    expect([...inPanel].sort()).toEqual([...FLAG_CODES].sort());
    expect(new Set(FLAG_CODES.map((code) => flagOf(code).panel.join(' '))).size).toBe(FLAG_CODES.length);
  });

  it('has red alone at the head', () => {
    expect(flagsOfPanel('head')).toEqual([FLAGS.red]);
  });

  it('gives each look an index, and none to another', () => {
    expect(CAR_LOOKS.map((look) => lookAt(lookIndex(look)))).toEqual(CAR_LOOKS);
    expect(() => lookIndex(FLAGS.checkered as number as CarLook)).toThrow(RangeError);
    expect(() => lookAt(CAR_LOOKS.length)).toThrow(RangeError);
  });

  it('takes a code that it does not know for none', () => {
    expect(carFlagsOf({ track: 899, driver: FLAGS.red, last: FLAGS.message })).toEqual(NO_FLAGS);
  });
});
