import { LICENCES_MAX } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { licenceDecider, type LicenceEvent, type LicenceTerms, type LicenceUse } from './licence.js';

const licenceId = 9;
const clubId = 3;
const terms: LicenceTerms = { total: 2, from: 1_000, to: 2_000 };
const grant = { type: 'grantLicence', licenceId, clubId, terms, otherPeriods: [] } as const;
const granted: LicenceEvent = { type: 'LicenceGranted', data: { licenceId, clubId, ...terms } };
const edit = (changes: Partial<LicenceTerms>, now = 1_500) =>
  ({
    type: 'editLicence',
    licenceId,
    terms: { ...terms, ...changes },
    former: null,
    now,
    otherPeriods: [],
  }) as const;
const use = (...uses: LicenceUse[]) => ({ type: 'useLicences', licenceId, uses }) as const;
const giveBack = (now: number, ...invitationIds: number[]) =>
  ({ type: 'returnLicences', licenceId, invitationIds, now }) as const;
const rally = (...invitationIds: number[]): LicenceUse => ({ eventId: 7, startsAt: 1_200, invitationIds });
const used = (each: LicenceUse): LicenceEvent => ({ type: 'LicencesUsed', data: { licenceId, ...each } });
const returned = (...invitationIds: number[]): LicenceEvent => ({
  type: 'LicencesReturned',
  data: { licenceId, invitationIds },
});

describe('a licence', () => {
  it('is granted once, for a time in which there is no other', () => {
    given(licenceDecider, []).when(grant).then([granted]);
    given(licenceDecider, [granted]).when(grant).thenRefused('licence.exists');
    const beside = [
      { from: 0, to: 999 },
      { from: 2_001, to: 3_000 },
    ];
    given(licenceDecider, [])
      .when({ ...grant, otherPeriods: beside })
      .then([granted]);
    for (const other of [
      { from: 0, to: 1_000 },
      { from: 1_400, to: 1_500 },
      { from: 2_000, to: 3_000 },
    ]) {
      const otherPeriods = [...beside, other];
      given(licenceDecider, [])
        .when({ ...grant, otherPeriods })
        .thenRefused('licence.overlaps');
      given(licenceDecider, [granted])
        .when({ ...edit({ total: 5 }), otherPeriods })
        .thenRefused('licence.overlaps');
    }
  });

  it.each<[string, Partial<LicenceTerms>]>([
    ['licence.totalRange', { total: 0 }],
    ['licence.totalRange', { total: 1.5 }],
    ['licence.totalRange', { total: LICENCES_MAX + 1 }],
    ['licence.fromRequired', { from: NaN }],
    ['licence.toRequired', { to: Infinity }],
    ['licence.toBeforeFrom', { to: 1_000 }],
  ])('is refused by %s with %j', (code, changes) => {
    given(licenceDecider, [])
      .when({ ...grant, terms: { ...terms, ...changes } })
      .thenRefused(code);
    given(licenceDecider, [granted]).when(edit(changes)).thenRefused(code);
  });

  it('is edited until it has ended', () => {
    given(licenceDecider, []).when(edit({})).thenRefused('licence.missing');
    given(licenceDecider, [granted]).when(edit({})).then([]);
    const more: LicenceEvent = { type: 'LicenceEdited', data: { licenceId, ...terms, total: 5 } };
    given(licenceDecider, [granted])
      .when(edit({ total: 5 }, 2_000))
      .then([more]);
    given(licenceDecider, [granted])
      .when(edit({ total: 5 }, 2_001))
      .thenRefused('licence.ended');
    given(licenceDecider, [granted, more])
      .when(use(rally(1, 2, 3)))
      .then([used(rally(1, 2, 3))]);
  });

  it('is edited only as whoever edits it has read it', () => {
    const more: LicenceEvent = { type: 'LicenceEdited', data: { licenceId, ...terms, total: 5 } };
    const from = (former: Partial<LicenceTerms>) =>
      ({ ...edit({ total: 7 }), former: { ...terms, ...former } }) as const;
    const now = given(licenceDecider, [granted, more]);
    now.when(from({ total: 5 })).then([{ type: 'LicenceEdited', data: { licenceId, ...terms, total: 7 } }]);
    for (const former of [{}, { total: 5, from: 999 }, { total: 5, to: 2_001 }])
      now.when(from(former)).thenRefused('licence.changed');
  });

  it('keeps what is used of it', () => {
    const inUse = given(licenceDecider, [granted, used(rally(1, 2))]);
    inUse.when(edit({ total: 1 })).thenRefused('licence.totalBelowUsed');
    inUse.when(edit({ from: 1_300 })).thenRefused('licence.periodInUse');
    inUse.when(edit({ to: 1_100 })).thenRefused('licence.periodInUse');
  });
});

describe('using a licence', () => {
  it('takes one for each competitor, once', () => {
    given(licenceDecider, [granted])
      .when(use(rally(1)))
      .then([used(rally(1))]);
    given(licenceDecider, [granted, used(rally(1))])
      .when(use(rally(1, 2)))
      .then([used(rally(2))]);
    given(licenceDecider, [granted, used(rally(1, 2))])
      .when(use(rally(2, 1)))
      .then([]);
    given(licenceDecider, [])
      .when(use(rally(1)))
      .thenRefused('licence.missing');
  });

  it('never goes over the total: all or nobody', () => {
    given(licenceDecider, [granted])
      .when(use(rally(1, 2, 3)))
      .thenRefused('licence.limit');
    given(licenceDecider, [granted, used(rally(1, 2))])
      .when(use(rally(3)))
      .thenRefused('licence.limit');
    given(licenceDecider, [granted])
      .when(use(rally(1), { ...rally(2, 3), eventId: 8 }))
      .thenRefused('licence.limit');
  });

  it('is for events that start within the period, both ends included', () => {
    for (const startsAt of [1_000, 2_000]) {
      const each = { ...rally(1), startsAt };
      given(licenceDecider, [granted])
        .when(use(each))
        .then([used(each)]);
    }
    for (const startsAt of [999, 2_001])
      given(licenceDecider, [granted])
        .when(use({ ...rally(1), startsAt }))
        .thenRefused('licence.limit');
  });

  it('follows an event that was moved within the period, also where none is left', () => {
    const moved = { ...rally(1, 2), startsAt: 1_900 };
    given(licenceDecider, [granted, used(rally(1, 2))])
      .when(use(moved))
      .then([used(moved)]);
    given(licenceDecider, [granted, used(rally(1, 2)), used(moved)])
      .when(giveBack(1_500, 1))
      .then([returned(1)]);
  });

  it('is given back before the start, and no more after it', () => {
    const inUse = given(licenceDecider, [granted, used(rally(1, 2))]);
    inUse.when(giveBack(1_199, 1, 8)).then([returned(1)]);
    inUse.when(giveBack(1_200, 1)).then([]);
    given(licenceDecider, [granted, used(rally(1, 2)), returned(1)])
      .when(use(rally(3)))
      .then([used(rally(3))]);
  });
});
