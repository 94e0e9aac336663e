import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonCopy } from './json-copy.js';

const byJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('is what JSON makes of a value, also of what JSON cannot hold', () => {
  const values = [
    fc.string(),
    fc.double(),
    fc.constant(undefined),
    fc.constant(null),
    fc.date(),
    fc.boolean(),
  ];
  fc.assert(
    fc.property(fc.object({ values }), (value) => {
      expect(jsonCopy(value)).toStrictEqual(byJson(value));
    }),
  );
});

it('shares nothing with the value', () => {
  const value = { flags: [{ code: 806 }] };
  const copy = jsonCopy(value) as typeof value;
  value.flags[0]!.code = 801;
  expect(copy).toEqual({ flags: [{ code: 806 }] });
});
