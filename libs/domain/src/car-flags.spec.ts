import { FLAGS, NO_FLAGS, withFlag, type FlagCode } from '@flagpost/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_BOARD, afterFlag, flagsOf, type FlagBoard } from './car-flags.js';

type Sent = readonly [code: FlagCode, receivers: readonly number[]];

const sent = (...flags: readonly Sent[]): FlagBoard =>
  flags.reduce<FlagBoard>((board, [code, receivers]) => afterFlag(board, code, receivers), EMPTY_BOARD);

describe('the flags of a car', () => {
  it('are none at first', () => {
    expect(flagsOf(EMPTY_BOARD, 5)).toEqual(NO_FLAGS);
  });

  it('sent to all reach every car, also one not named before', () => {
    const board = sent([FLAGS.yellow, []]);
    expect(flagsOf(board, 5)).toEqual({ track: 806, driver: null, last: 806 });
    expect(flagsOf(board, 99)).toEqual({ track: 806, driver: null, last: 806 });
  });

  it('sent to some reach those alone', () => {
    const board = sent([FLAGS.yellow, []], [FLAGS.green, [5, 6]]);
    expect(flagsOf(board, 6).track).toBe(808);
    expect(flagsOf(board, 7).track).toBe(806);
  });

  it('are two: the newest of the track and the driver’s own', () => {
    const board = sent([FLAGS.black, [5]], [FLAGS.yellow, []], [FLAGS.red, []]);
    expect(flagsOf(board, 5)).toEqual({ track: 801, driver: 803, last: 801 });
    expect(flagsOf(board, 6)).toEqual({ track: 801, driver: null, last: 801 });
  });

  it('are not changed by messages and the checkered flag', () => {
    const board = sent([FLAGS.penalty, [5]], [FLAGS.message, [5]], [FLAGS.checkered, []]);
    expect(flagsOf(board, 5)).toEqual({ track: null, driver: 805, last: 805 });
    expect(flagsOf(board, 6)).toEqual(NO_FLAGS);
  });

  it('are those that reached it, in order', () => {
    const flag = fc.tuple(
      fc.constantFrom(...Object.values(FLAGS)),
      fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
    );
    fc.assert(
      fc.property(fc.array(flag), fc.integer({ min: 1, max: 5 }), (flags, car) => {
        const reached = flags.filter(([, receivers]) => receivers.length === 0 || receivers.includes(car));
        const expected = reached.reduce((had, [code]) => withFlag(had, code), NO_FLAGS);
        expect(flagsOf(sent(...flags), car)).toEqual(expected);
      }),
    );
  });
});
