import { describe, expect, it } from '@jest/globals';
import { FAULTS } from '@flagpost/contracts';
import { dayField, periodText } from './days.js';
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
  const ROME = 'Europe/Rome';
  // As somebody granted it whose days were those of UTC.
  const granted = { Total: 10, From: '2026-01-01T00:00:00.000Z', To: '2026-12-31T22:59:59.999Z' };
  const parsed = (change: object = {}, zone = ROME) =>
    licenceForm(4, zone, granted).parse({ ...typed, ...change });

  it('takes what is added, and whole days of its zone, which it shows again', () => {
    const licence = licenceForm(4, ROME, null).parse({ ...typed, From: '2026-02-01', To: '2026-07-31' });
    expect(licence).toEqual({
      ClubId: 4,
      Total: 5,
      From: '2026-01-31T23:00:00.000Z',
      To: '2026-07-31T21:59:59.999Z',
    });
    expect([dayField(licence.From, ROME), dayField(licence.To, ROME)]).toEqual(['2026-02-01', '2026-07-31']);
    expect(periodText(licence.From, licence.To, ROME)).toBe('02/01/2026 - 07/31/2026');
  });

  it.each(['Europe/Rome', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'keeps the moments of days that nobody changed, in %s',
    (zone) => {
      const [From, To] = [dayField(granted.From, zone), dayField(granted.To, zone)];
      expect(parsed({ From, To }, zone)).toEqual({ ClubId: 4, ...granted, Total: 15, Former: granted });
    },
  );

  it('changes the day alone that was changed', () => {
    expect(parsed({ To: '2026-11-30' })).toMatchObject({
      From: granted.From,
      To: '2026-11-30T22:59:59.999Z',
    });
    expect(parsed({ From: '2026-01-02' })).toMatchObject({
      From: '2026-01-01T23:00:00.000Z',
      To: granted.To,
    });
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
    const issues = licenceForm(4, ROME, granted).safeParse({ ...typed, ...change }).error?.issues;
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toContainEqual([field, text]);
  });
});
