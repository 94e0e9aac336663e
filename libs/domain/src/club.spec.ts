import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { clubDecider, type ClubDetails, type ClubEvent } from './club.js';

const clubId = 3;
const details: ClubDetails = {
  name: 'Scuderia Alba',
  countryId: 380,
  state: 'Piemonte',
  city: 'Alba',
  address: 'Via Roma 1',
  position: { lat: 44.7, lng: 8.03 },
  web: 'https://scuderia.example.org',
  socialNetwork: null,
  facebook: null,
  instagram: 'scuderia.alba',
  contactId: 22,
};
const registered: ClubEvent = { type: 'ClubRegistered', data: { clubId, ...details } };
const register = { type: 'registerClub', clubId, details } as const;

describe('a club', () => {
  it('is registered once', () => {
    given(clubDecider, []).when(register).then([registered]);
    given(clubDecider, [registered]).when(register).thenRefused('club.exists');
  });

  it('is edited once it stands', () => {
    const edit = { type: 'editClub', clubId, details: { ...details, position: null } } as const;
    given(clubDecider, [registered])
      .when(edit)
      .then([{ type: 'ClubEdited', data: { clubId, ...details, position: null } }]);
    given(clubDecider, []).when(edit).thenRefused('club.missing');
  });

  it('is not set back to what somebody has read before another one edited it', () => {
    const { contactId, ...read } = details;
    const moved: ClubEvent = { type: 'ClubEdited', data: { clubId, ...details, address: 'Corso Langhe 2' } };
    const now = given(clubDecider, [registered, moved]);
    const edit = { type: 'editClub', clubId, details: { ...details, web: null }, former: read } as const;
    now.when(edit).thenRefused('club.changed');
    const { address } = moved.data;
    now
      .when({ ...edit, details: { ...edit.details, address }, former: { ...read, address } })
      .then([{ ...moved, data: { ...moved.data, web: null, contactId } }]);
  });

  it('keeps the positions of its races for ever, until somebody sets a period', () => {
    const keep = { type: 'keepPositions', clubId, keepDays: 365, by: 22, now: 1_000 } as const;
    const set: ClubEvent = {
      type: 'PositionKeepingSet',
      data: { clubId, keepDays: 365, formerKeepDays: null, by: 22, setAt: 1_000 },
    };
    given(clubDecider, [registered]).when(keep).then([set]);
    given(clubDecider, [registered, set]).when(keep).then([]);
    given(clubDecider, [registered, set])
      .when({ ...keep, keepDays: null, now: 2_000 })
      .then([{ ...set, data: { ...set.data, keepDays: null, formerKeepDays: 365, setAt: 2_000 } }]);
    given(clubDecider, [registered])
      .when({ ...keep, keepDays: 29 })
      .thenRefused('club.keepDays');
    const readBefore = { ...keep, keepDays: 730, former: { keepDays: null } };
    given(clubDecider, [registered, set]).when(readBefore).thenRefused('club.keepingChanged');
    given(clubDecider, [registered, set])
      .when({ ...readBefore, former: { keepDays: 365 } })
      .then([{ ...set, data: { ...set.data, keepDays: 730, formerKeepDays: 365 } }]);
    given(clubDecider, []).when(keep).thenRefused('club.missing');
  });

  it('is deleted once nothing of it is left', () => {
    const remove = { type: 'deleteClub', clubId, users: 0, events: 0 } as const;
    const deleted: ClubEvent = { type: 'ClubDeleted', data: { clubId } };
    const standing = given(clubDecider, [registered]);
    standing.when(remove).then([deleted]);
    standing.when({ ...remove, users: 1 }).thenRefused('club.hasUsers');
    standing.when({ ...remove, events: 2 }).thenRefused('club.hasEvents');
    standing.when({ ...remove, users: 1, events: 2 }).thenRefused('club.hasEventsAndUsers');
    const gone = given(clubDecider, [registered, deleted]);
    gone.when(remove).thenRefused('club.missing');
    gone.when({ type: 'editClub', clubId, details }).thenRefused('club.missing');
    gone.when(register).thenRefused('club.exists');
  });

  it.each<[string, Partial<ClubDetails>]>([
    ['club.nameRequired', { name: '' }],
    ['club.countryRequired', { countryId: 0 }],
    ['club.stateRequired', { state: '' }],
    ['club.cityRequired', { city: '' }],
    ['club.addressRequired', { address: '' }],
    ['text.tooLong', { address: 'x'.repeat(101) }],
    ['text.tooLong', { web: 'x'.repeat(101) }],
    ['text.tooLong', { instagram: 'x'.repeat(101) }],
    ['coordinates.invalid', { position: { lat: 91, lng: 0 } }],
  ])('is refused by %s with %j', (code, changes) => {
    const wrong = { ...details, ...changes };
    given(clubDecider, [])
      .when({ ...register, details: wrong })
      .thenRefused(code);
    given(clubDecider, [registered]).when({ type: 'editClub', clubId, details: wrong }).thenRefused(code);
  });
});
