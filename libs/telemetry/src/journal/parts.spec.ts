import { expect, it } from '@jest/globals';
import { canTakePart, createPartJoiner, isOneBlock, partsOf } from './parts.js';

const block = (...content: number[]): Uint8Array => Uint8Array.of(2, ...content);

it('gives back the parts of a block that is being written', () => {
  const join = createPartJoiner();
  const one = block(1, 2);
  expect([isOneBlock(one), partsOf(one)]).toEqual([true, [one]]);
  const two = join(one, block(3)).slice();
  const three = join(two, new Uint8Array(5_000).fill(2)).slice();
  expect([isOneBlock(two), partsOf(two)]).toEqual([false, [one, block(3)]]);
  expect(partsOf(three)).toEqual([one, block(3), new Uint8Array(5_000).fill(2)]);
});

it('refuses parts that are cut, or more than it says', () => {
  const two = createPartJoiner()(block(1), block(2)).slice();
  expect(() => partsOf(two.subarray(0, -1))).toThrow(RangeError);
  expect(() => partsOf(Uint8Array.of(...two, 0))).toThrow(RangeError);
});

it('takes as many parts as it can count, and none beside as many inputs', () => {
  const [full, other] = [Uint8Array.of(3, 0xff, 0xff), Uint8Array.of(3, 0xff, 0xfe)];
  expect([canTakePart(full), canTakePart(other)]).toEqual([false, true]);
  expect(canTakePart(Uint8Array.of(2, 0xff, 0xff))).toBe(false);
});
