import { FLAGS, NO_FLAGS, withFlag, type FlagCode } from '@flagpost/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  EMPTY_BOARD,
  afterFlag,
  afterWithdrawal,
  flagIdsInForce,
  flagsOf,
  type FlagBoard,
} from './car-flags.js';

type Sent = readonly [code: FlagCode, receivers: readonly number[], sectorId?: number];

/** The board after these flags, whose ids are 1, 2, 3 and so on. */
const sent = (...flags: readonly Sent[]): FlagBoard =>
  flags.reduce<FlagBoard>(
    (board, [code, receivers, sectorId = null], index) =>
      afterFlag(board, { flagId: index + 1, code, receivers, sectorId }),
    EMPTY_BOARD,
  );
const without = (board: FlagBoard, flagId: number, receivers: readonly number[] = []): FlagBoard =>
  afterWithdrawal(board, { flagId, receivers });
const sectorsOf = ({ sectors }: FlagBoard) =>
  Object.fromEntries(Object.entries(sectors).map(([sectorId, { code }]) => [sectorId, code]));

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

it('names the orders that are in force anywhere, and those to all that a withdrawal leads back to', () => {
  const board = sent(
    [FLAGS.green, []],
    [FLAGS.yellow, [5]],
    [FLAGS.safetyCar, []],
    [FLAGS.yellow, [], 21],
    [FLAGS.white, [], 21],
    [FLAGS.warning, [5, 6]],
    [FLAGS.penalty, [5]],
    [FLAGS.red, [7]],
    [FLAGS.checkered, []],
    [FLAGS.message, [5]],
  );
  expect([...flagIdsInForce(board)].sort((one, other) => one - other)).toEqual([1, 3, 5, 6, 7, 8]);
});

describe('the flags of the sectors', () => {
  it('are several at once, and not the track’s', () => {
    const board = sent([FLAGS.white, []], [FLAGS.yellow, [], 21], [FLAGS.doubleYellow, [], 22]);
    expect(sectorsOf(board)).toEqual({ 21: FLAGS.yellow, 22: FLAGS.doubleYellow });
    expect(flagsOf(board, 5)).toEqual({ track: FLAGS.white, driver: null, last: FLAGS.doubleYellow });
  });

  it('are replaced by a newer one of the sector, and ended by its green', () => {
    const replaced = sent([FLAGS.yellow, [], 21], [FLAGS.yellow, [], 22], [FLAGS.surface, [], 21]);
    expect(sectorsOf(replaced)).toEqual({ 21: FLAGS.surface, 22: FLAGS.yellow });
    const ended = afterFlag(replaced, { flagId: 9, code: FLAGS.green, receivers: [], sectorId: 21 });
    expect(sectorsOf(ended)).toEqual({ 22: FLAGS.yellow });
  });

  it.each([
    [FLAGS.red, true],
    [FLAGS.safetyCar, true],
    [FLAGS.green, true],
    [FLAGS.yellow, false],
    [FLAGS.white, false],
    [FLAGS.checkered, false],
  ])('%d for all: all end is %s', (code, areEnded) => {
    const ended = sent([FLAGS.yellow, [], 21], [FLAGS.white, [], 22], [code, []]);
    expect(Object.keys(ended.sectors)).toHaveLength(areEnded ? 0 : 2);
    const toOne = sent([FLAGS.yellow, [], 21], [FLAGS.white, [], 22], [code, [5]]);
    expect(Object.keys(toOne.sectors)).toHaveLength(2);
  });

  it('are not changed by a flag to named cars that tells where', () => {
    const board = sent([FLAGS.yellow, [5], 21]);
    expect(board.sectors).toEqual({});
    expect(flagsOf(board, 5).track).toBe(FLAGS.yellow);
  });
});

describe('a flag that is taken back', () => {
  it('from one car leaves it what is in force for all, and ends nothing else', () => {
    const board = sent([FLAGS.red, []], [FLAGS.warning, [5]], [FLAGS.green, [5, 6]]);
    const after = without(board, 3, [5]);
    expect(flagsOf(after, 5)).toEqual({ track: FLAGS.red, driver: FLAGS.warning, last: FLAGS.warning });
    expect(flagsOf(after, 6)).toEqual(flagsOf(board, 6));
    expect(flagsOf(after, 7)).toEqual(flagsOf(board, 7));
  });

  it('that another has replaced changes nothing', () => {
    const board = sent([FLAGS.yellow, [5]], [FLAGS.red, []], [FLAGS.black, [5]]);
    expect(flagsOf(without(board, 1, [5]), 5)).toEqual(flagsOf(board, 5));
  });

  it('of a driver leaves the track’s', () => {
    const board = sent([FLAGS.yellow, []], [FLAGS.black, [5]]);
    expect(flagsOf(without(board, 2, [5]), 5)).toEqual({ track: 806, driver: null, last: 806 });
  });

  it('from all leaves what was in force for all before it', () => {
    const board = sent([FLAGS.yellow, [], 21], [FLAGS.white, []], [FLAGS.black, [6]], [FLAGS.red, []]);
    const after = without(board, 4);
    expect(flagsOf(after, 5)).toEqual({ track: FLAGS.white, driver: null, last: FLAGS.white });
    expect(flagsOf(after, 6)).toEqual({ track: FLAGS.white, driver: FLAGS.black, last: FLAGS.black });
    expect(sectorsOf(after)).toEqual({ 21: FLAGS.yellow });
  });

  it('from all stays away from a car that was given another since', () => {
    const board = sent([FLAGS.yellow, []], [FLAGS.white, [5]]);
    expect(flagsOf(without(board, 1), 5).track).toBe(FLAGS.white);
    expect(flagsOf(without(board, 1), 6)).toEqual(NO_FLAGS);
  });

  it('for all from one car leaves that car without it alone', () => {
    const board = sent([FLAGS.white, []], [FLAGS.yellow, []]);
    const after = without(board, 2, [5]);
    expect(flagsOf(after, 5).track).toBe(FLAGS.white);
    expect(flagsOf(after, 6).track).toBe(FLAGS.yellow);
    const red = afterFlag(after, { flagId: 3, code: FLAGS.red, receivers: [], sectorId: null });
    expect(flagsOf(red, 5).track).toBe(FLAGS.red);
  });

  it('from one car does not come back to it when a later one is taken back from all', () => {
    const board = sent([FLAGS.white, []], [FLAGS.green, []], [FLAGS.yellow, []]);
    const after = without(without(board, 2, [5]), 3);
    expect(flagsOf(after, 5)).toEqual({ track: FLAGS.white, driver: null, last: FLAGS.white });
    expect(flagsOf(after, 6).track).toBe(FLAGS.green);
  });

  it('leaves a car the newest track flag for all that it still has, however flags were taken back', () => {
    const CAR = 5;
    const codes = fc.array(fc.constantFrom(FLAGS.red, FLAGS.yellow, FLAGS.green), { minLength: 1 });
    const takings = fc.array(fc.tuple(fc.nat(), fc.constantFrom<readonly number[]>([], [CAR], [6])));
    fc.assert(
      fc.property(codes, takings, (all, taken) => {
        const taking = taken.map(([at, receivers]) => ({ flagId: (at % all.length) + 1, receivers }));
        const after = taking.reduce(afterWithdrawal, sent(...all.map((code): Sent => [code, []])));
        const left = all.findLast((_, index) =>
          taking.every(
            ({ flagId, receivers }) =>
              flagId !== index + 1 || (receivers.length > 0 && !receivers.includes(CAR)),
          ),
        );
        expect(flagsOf(after, CAR).track).toBe(left ?? null);
      }),
    );
  });

  it('of a sector ends that alone, and gives back the one before', () => {
    const board = sent([FLAGS.white, [], 22], [FLAGS.yellow, [], 21], [FLAGS.doubleYellow, [], 21]);
    expect(sectorsOf(without(board, 3))).toEqual({ 21: FLAGS.yellow, 22: FLAGS.white });
    expect(sectorsOf(without(without(board, 3), 2))).toEqual({ 22: FLAGS.white });
  });

  it('to all, whatever else was sent, leaves the board of the others for a car that only those reached', () => {
    const flag = fc.tuple(fc.constantFrom(FLAGS.red, FLAGS.yellow, FLAGS.green), fc.option(fc.constant(21)));
    fc.assert(
      fc.property(fc.array(flag, { minLength: 1, maxLength: 12 }), fc.nat(), (flags, at) => {
        const all = flags.map(([code, sectorId], index) => {
          return { flagId: index + 1, code, receivers: [], sectorId };
        });
        const taken = at % all.length;
        const after = without(all.reduce<FlagBoard>(afterFlag, EMPTY_BOARD), taken + 1);
        expect(after).toEqual(all.filter((_, index) => index !== taken).reduce(afterFlag, EMPTY_BOARD));
      }),
    );
  });
});
