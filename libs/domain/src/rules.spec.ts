import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { DomainError } from './decider.js';
import { refuseOverwriting } from './rules.js';

interface Row {
  readonly name: string | null;
  readonly isVisible: boolean;
  readonly position: { readonly lat: number; readonly lng: number } | null;
}
const row: fc.Arbitrary<Row> = fc.record({
  name: fc.constantFrom(null, '', 'Alba', 'Asti'),
  isVisible: fc.boolean(),
  position: fc.option(fc.record({ lat: fc.constantFrom(44, 45), lng: fc.constantFrom(8, 9) })),
});
/** What somebody changes of a row, who sends all of it. */
const changes = fc.record(
  { name: fc.constantFrom('Alba', 'Cuneo'), isVisible: fc.boolean(), position: fc.constant(null) },
  { requiredKeys: [] },
);
const isRefused = (read: Row | undefined, present: Row, wanted: Row): boolean => {
  try {
    refuseOverwriting('sector.changed', read, present, wanted);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ name: DomainError.name, code: 'sector.changed' });
    return true;
  }
};

describe('an edit of what somebody else has edited since it was read', () => {
  it('is carried out only if all that they have changed stays', () => {
    fc.assert(
      fc.property(row, changes, changes, (read, theirs, mine) => {
        const present = { ...read, ...theirs };
        const wanted = { ...read, ...mine };
        const told = (value: unknown): string => JSON.stringify(value ?? '');
        const lost = Object.keys(theirs).filter((key) => {
          const field = key as keyof Row;
          return told(present[field]) !== told(read[field]) && told(wanted[field]) !== told(present[field]);
        });
        expect(isRefused(read, present, wanted)).toBe(lost.length > 0);
      }),
    );
  });

  it('is carried out once it was read again, when it is repeated, and if nobody says what was read', () => {
    fc.assert(
      fc.property(row, row, row, (read, present, wanted) => {
        expect(isRefused(present, present, wanted)).toBe(false);
        expect(isRefused(read, wanted, wanted)).toBe(false);
        expect(isRefused(undefined, present, wanted)).toBe(false);
      }),
    );
  });
});
