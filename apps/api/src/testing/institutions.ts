import type { ClubRequest, LicenceRequest, StaffRequest } from '@flagpost/contracts';
import { LICENCE } from './race-fixture.js';

/** Bodies of the calls of institutions. */

export const clubBody = (changes: Partial<ClubRequest> = {}) => ({
  cluName: 'Scuderia Langhe',
  couId: 380,
  cluState: 'Piemonte',
  cluCity: 'Alba',
  cluAddress: 'Via Roma 1',
  cluMail: 'info@langhe.example.org',
  cluWeb: 'https://langhe.example.org',
  cluSocialNetwork: '',
  cluFacebook: 'langhe',
  cluInstagram: null,
  cluLatitude: '44,7',
  cluLongitude: '-108,033333',
  ...changes,
});

export const newClubBody = (changes: Partial<ClubRequest> = {}, email = 'gino@langhe.example.org') => ({
  club: clubBody(changes),
  user: { Name: 'Gino', Surname: 'Ferrero', Phone: '+39 0173 1', Email: email, Direction: '' },
});

export const staffBody = (email: string, changes: Partial<StaffRequest> = {}) => ({
  FirstName: 'Ada',
  LastName: 'Rossi',
  Email: email,
  Phone: '+39 0173 2',
  Address: '',
  Password: '',
  Roles: { planner: false, viewer: true, director: false },
  ...changes,
});

export const licenceBody = (ClubId: number, changes: Partial<LicenceRequest> = {}) => ({
  ClubId,
  Total: LICENCE.total,
  Given: 0,
  From: new Date(LICENCE.from).toISOString(),
  To: new Date(LICENCE.to).toISOString(),
  ...changes,
});
