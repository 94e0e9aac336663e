import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { FAULTS, type FieldCode } from '../texts/fields.js';
import { categoryRequest } from './categories.js';
import { circuitRequest } from './circuits.js';
import { invitationDriverRequest } from './competitors.js';
import { eventRequest } from './events.js';
import { trackCopyRequest } from './tracks.js';

/** The rules of specification 001 section 5 for the organisers' forms, each by the schema that both sides hold. */

type Body = Readonly<Record<string, unknown>>;

const EVENT: Body = {
  Name: 'Ronde',
  Start: '2026-06-06T08:00:00Z',
  Finish: '2026-06-06T18:00:00Z',
  CouId: 380,
  State: 'Savona',
  City: 'Cairo Montenotte',
  CircuitName: 'Round course',
  Categories: [1],
};
const COMPETITOR: Body = {
  User: { Name: 'Carla', Surname: 'Bianchi', Email: 'carla@example.org' },
  Driver: { GrupoSanguineo: '0+' },
  Invitation: { EveId: 7, CatId: 1 },
};
const TRACK: Body = { trackId: 7, eventId: 8, trackName: 'Round course' };
const CIRCUIT: Body = { Name: 'Imola', CouId: 380, State: 'Bologna', City: 'Imola' };

/** The body with another value at `path`. */
const withValue = (body: Body, path: string, value: unknown): Body => {
  const [first = '', ...rest] = path.split('.');
  return {
    ...body,
    [first]: rest.length === 0 ? value : withValue(body[first] as Body, rest.join('.'), value),
  };
};
/** Codes of the faults of the field; none for a good value. */
const faultsAt = (schema: z.ZodType, body: Body, path: string): string[] =>
  (schema.safeParse(body).error?.issues ?? [])
    .filter((issue) => issue.path.join('.') === path)
    .map(({ message }) => message);

const REQUIRED: readonly (readonly [string, z.ZodType, Body, string, FieldCode])[] = [
  ...(
    [
      ['Name', 'name'],
      ['CouId', 'country'],
      ['State', 'state'],
      ['City', 'city'],
      ['CircuitName', 'circuitName'],
      ['Categories', 'categories'],
      ['Start', 'start'],
      ['Finish', 'finish'],
    ] as const
  ).map(([field, fault]) => ['an event', eventRequest, EVENT, field, fault] as const),
  ...(
    [
      ['User.Email', 'email'],
      ['User.Name', 'firstName'],
      ['User.Surname', 'lastName'],
      ['Driver.GrupoSanguineo', 'bloodType'],
      ['Invitation.CatId', 'category'],
    ] as const
  ).map(([field, fault]) => ['a competitor', invitationDriverRequest, COMPETITOR, field, fault] as const),
  ['a category', categoryRequest, { Name: 'WRC' }, 'Name', 'name'],
  ...(
    [
      ['Name', 'name'],
      ['CouId', 'country'],
      ['State', 'state'],
      ['City', 'city'],
    ] as const
  ).map(([field, fault]) => ['a circuit', circuitRequest, CIRCUIT, field, fault] as const),
  ['a track', trackCopyRequest, TRACK, 'trackName', 'name'],
];

describe.each(REQUIRED)('of %s', (_what, schema, body, field, fault) => {
  it(`${field} is required`, () => {
    expect(faultsAt(schema, body, field)).toEqual([]);
    expect(faultsAt(schema, withValue(body, field, undefined), field)).toEqual([FAULTS[fault]]);
  });
});

const LONGEST: readonly (readonly [string, z.ZodType, Body, string, number])[] = [
  ...(['Name', 'State', 'City', 'CircuitName'] as const).map(
    (field) => ['an event', eventRequest, EVENT, field, 100] as const,
  ),
  ...(
    [
      ['User.Phone', 20],
      ['User.Name', 100],
      ['User.Surname', 100],
      ['Driver.GrupoSanguineo', 20],
      ['Invitation.Number', 20],
      ['Invitation.CodriverGrupoSang', 20],
      ['Invitation.Brand', 100],
      ['Invitation.Model', 100],
    ] as const
  ).map(([field, max]) => ['a competitor', invitationDriverRequest, COMPETITOR, field, max] as const),
  ['a category', categoryRequest, { Name: 'WRC' }, 'Name', 100],
  ...(['Name', 'State', 'City'] as const).map(
    (field) => ['a circuit', circuitRequest, CIRCUIT, field, 100] as const,
  ),
  ['a track', trackCopyRequest, TRACK, 'trackName', 100],
];

describe.each(LONGEST)('of %s', (_what, schema, body, field, max) => {
  it(`${field} has at most ${max} characters`, () => {
    expect(faultsAt(schema, withValue(body, field, 'x'.repeat(max)), field)).toEqual([]);
    expect(faultsAt(schema, withValue(body, field, 'x'.repeat(max + 1)), field)).toHaveLength(1);
  });
});

it('the email of a competitor has at most 50 characters', () => {
  const email = (length: number): string => `${'x'.repeat(length - 12)}@example.org`;
  const faults = (length: number) =>
    faultsAt(invitationDriverRequest, withValue(COMPETITOR, 'User.Email', email(length)), 'User.Email');
  expect([email(50).length, faults(50)]).toEqual([50, []]);
  expect(faults(51)).toHaveLength(1);
});

describe('an event', () => {
  const faults = (field: string, value: unknown): string[] =>
    faultsAt(eventRequest, withValue(EVENT, field, value), field);

  it('has at least one category', () => {
    expect(faults('Categories', [])).toEqual([FAULTS.categories]);
  });

  it('has a finish radius that is not 0, of 30 m if none is said', () => {
    expect(faults('Radius', 0)).toContain(FAULTS.finishRadius);
    expect(eventRequest.parse(EVENT).Radius).toBe(30);
  });

  it('delays the safety car from 0 to 7 s, by 7 s if nothing is said', () => {
    for (const delay of [0, 7]) expect(faults('SafetyCarDelay', delay)).toEqual([]);
    for (const delay of [-1, 8]) expect(faults('SafetyCarDelay', delay)).toEqual([FAULTS.safetyCarDelay]);
    expect(eventRequest.parse(EVENT).SafetyCarDelay).toBe(7);
  });
});
