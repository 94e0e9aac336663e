import '../../testing/match-media.js';
import { describe, expect, it } from '@jest/globals';
import { FAULTS } from '@flagpost/contracts';
import { dayField } from './days.js';
import { countOf, licenceForm } from './licence-dialog.js';

const typed = { Total: '10', From: '2026-01-01', To: '2026-12-31', Added: '5' };

it.each([
  ['', 0],
  ['-', 0],
  [' 7 ', 7],
  ['-3', -3],
  ['1.5', 0],
])('counts %j as %d', (text, count) => {
  expect(countOf(text)).toBe(count);
});

describe('a licence of ten', () => {
  it('takes what is added and whole days, which it shows again', () => {
    const licence = licenceForm(4, 10).parse(typed);
    expect(licence).toMatchObject({ ClubId: 4, Total: 15 });
    expect([dayField(licence.From), dayField(licence.To)]).toEqual(['2026-01-01', '2026-12-31']);
  });

  it.each([
    [{ Added: '' }, 'Added', FAULTS.newLicences],
    [{ Added: '-' }, 'Added', FAULTS.newLicences],
    [{ Added: '1.5' }, 'Added', FAULTS.newLicencesWhole],
    [{ Added: '-10' }, 'Added', FAULTS.licenceTotalRange],
    [{ Added: '1000000' }, 'Added', FAULTS.licenceTotalRange],
    [{ From: '' }, 'From', FAULTS.from],
    [{ To: '' }, 'To', FAULTS.to],
    [{ To: '2025-12-31' }, 'To', FAULTS.toAfterFrom],
  ])('refuses %j at its field', (change, field, text) => {
    const issues = licenceForm(4, 10).safeParse({ ...typed, ...change }).error?.issues;
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toContainEqual([field, text]);
  });
});
