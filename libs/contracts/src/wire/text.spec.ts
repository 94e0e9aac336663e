import { describe, expect, it } from '@jest/globals';
import { FAULTS } from '../texts/fields.js';
import { z } from 'zod';
import { emailAddress, optionalLine, requiredLine } from './text.js';
import { circuitRouteRequest } from './routes.js';

const name = requiredLine(30, FAULTS.name);
const faultOf = (text: unknown): string | undefined => name.safeParse(text).error?.issues[0]?.message;

describe('a line of text', () => {
  it.each([
    'Scuderia Ferrari',
    "O'Brien & Söhne <b>",
    'نادي السباق',
    'קבוצה 7',
    '東京オート',
    '👨‍👩‍👧 🏁',
    '{"$gt":""}',
    '7',
  ])('is what was typed: %s', (text) => {
    expect(name.parse(`  ${text} `)).toBe(text);
  });

  it.each([
    '\u0000',
    'a\nb',
    'a\r\nBcc: x',
    'a\tb',
    '\u001b[2J',
    'a\u0085',
    'a\u009b',
    '\u2028',
    '\u202egpj',
    '\u2067x',
    '\ud800x',
    'x\udc00',
  ])('is no %j', (text) => {
    expect(faultOf(`x${text}x`)).toBe(FAULTS.unshowable);
    expect(optionalLine(30).safeParse(`x${text}x`).success).toBe(false);
  });

  it.each(['', '  ', '\u200b', '\u200d\u200f', '\u0301', '\ufeff', '\u00a0', undefined, 7, {}])(
    'that is required shows something, and %j does not',
    (text) => {
      expect(faultOf(text)).toBe(FAULTS.name);
    },
  );

  it.each(['', '   ', null, undefined])('that is left out is null, and so is %j', (text) => {
    expect(optionalLine(30).parse(text)).toBeNull();
  });
});

it('of a route with many malformed points one is told of each line', () => {
  const Positions = Array.from({ length: 20_000 }, () => ({ lat: 91 }));
  const route = { eventId: 1, pointsTrack: [{ Positions }, { Positions }], pointsBoxes: Positions };
  const paths = circuitRouteRequest.safeParse(route).error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toEqual([
    'pointsTrack.0.Positions.0.lat',
    'pointsTrack.1.Positions.0.lat',
    'pointsBoxes.0.lat',
  ]);
});

describe('an address', () => {
  const address = emailAddress(z.string(), FAULTS.emailMalformed);
  it.each([
    'dora@flagpost.demo',
    'd.lindqvist+race@mail.flagpost.example',
    "o'brien@x-y.example",
    'a@b.co',
    '.dora@flagpost.demo',
    'dora..l@flagpost.demo',
    'dora.@flagpost.demo',
    "dora'@flagpost.demo",
    'dora@flagpost',
    'dora@flagpost..demo',
    'dora@-flagpost.demo',
    'dora@flagpost.d',
    '*@flagpost.demo',
    '@flagpost.demo',
    'dora lindqvist@flagpost.demo',
    '',
  ])('is one for us as for zod: %s', (text) => {
    expect(address.safeParse(text).success).toBe(z.email().safeParse(text).success);
  });
});
