import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { positionInput } from '@flagpost/contracts';
import { createPositionReader, FIGURES } from './position-value.js';

const read = createPositionReader();
const ofText = (value: string | null): unknown => read({ value });
const ofBytes = (value: string): unknown => read({ value, bytes: Buffer.from(value) });

/** What both make of it: a value, or an error. */
const outcome = (parse: () => unknown): unknown => {
  try {
    return { value: parse() };
  } catch (error) {
    return (error as Error).name;
  }
};
const expectAsJson = (text: string): void => {
  const expected = outcome(() => JSON.parse(text));
  expect([text, outcome(() => ofText(text))]).toEqual([text, expected]);
  expect([text, outcome(() => ofBytes(text))]).toEqual([text, expected]);
};
/** JSON.parse leaves fields out that the value does not have. */
const isReadHere = (value: unknown): boolean => FIGURES.every((field) => field in (value as object));

const figure = fc.oneof(
  fc.integer(),
  fc.integer({ min: 0, max: 9_999_999_999_999 }),
  fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom(1, 10, 1e5, 1e6, 1e7))
    .map(([n, by]) => n / by),
  fc.double(),
);
const text = fc
  .record(Object.fromEntries(FIGURES.map((field) => [field, figure])), { requiredKeys: [] })
  .chain((input) => fc.shuffledSubarray(Object.entries(input), { minLength: Object.keys(input).length }))
  .map((entries) => JSON.stringify(Object.fromEntries(entries)));

describe('values of competitor.positions', () => {
  it('have every field that is a number', () => {
    expect([...FIGURES, 'signal']).toEqual(Object.keys(positionInput.shape));
  });

  it('are read as JSON.parse reads them', () => {
    fc.assert(fc.property(text, expectAsJson));
  });

  it('are read as JSON.parse reads them, or refused as it refuses them, if a part of the text is another', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('0', '-', '.', '"', ',', '{', '}', 'e5', ' ', 'İ', '"t":1', ',"lat":2'),
    );
    const changed = fc
      .tuple(text, fc.nat(200), fc.nat(3), part)
      .map(([whole, at, length, instead]) => whole.slice(0, at) + instead + whole.slice(at + length));
    fc.assert(fc.property(changed, expectAsJson), { numRuns: 1_000 });
  });

  it.each([
    '',
    '{',
    '}',
    '{}',
    'null',
    '[1]',
    '"t"',
    '{"receivedAt":1',
    '{"receivedAt":01}',
    '{"receivedAt":-}',
    '{"receivedAt":1.}',
    '{"receivedAt":.5}',
    '{"receivedAt":1}}',
    '{"receivedAt":1,}',
    '{"receivedAt":1}{"t":1}',
    '{"receivedAt":1"t":2}',
    '{"receivedAt":1e3}',
    '{"receivedAt":null}',
    '{"receivedAt":-0}',
    '{"receivedAt":0.1,"lat":-0.000001}',
    '{"receivedAt":1,"receivedAt":2}',
    '{"t":1}',
    '{"receivedAt":1,"speed":2}',
    '{"receivedAt":9007199254740993}',
    '{"receivedAt":1,"lat":44.60123456789012345}',
    '{"receivedAt":1,"signal":{"type":"sos"}}',
    ' {"receivedAt":1}',
  ])('are read as JSON.parse reads them: %s', expectAsJson);

  it('of doors are not left to JSON.parse', () => {
    const input = {
      receivedAt: 1_795_981_158_219,
      t: 1_795_981_157_000,
      lat: 44.600847,
      lng: -8.1510612,
      speedKph: 132.4,
      headingDeg: 271,
      accuracyM: 3.5,
      battery: 80,
    };
    expect(ofText(JSON.stringify(input))).toEqual(input);
    const { receivedAt, lat, lng } = input;
    for (const part of [{ receivedAt }, { lat, lng, receivedAt }]) {
      expect(isReadHere(ofText(JSON.stringify(part)))).toBe(true);
      expect(isReadHere(ofBytes(JSON.stringify(part)))).toBe(true);
    }
  });

  it('that are long are read', () => {
    expectAsJson(`{"receivedAt":1,"note":"${'é'.repeat(5_000)}"}`);
    expectAsJson(`{"receivedAt":1,"note":"${'字'.repeat(500)}"}`);
  });

  it('that are none are null', () => expect(ofText(null)).toBeNull());
});
