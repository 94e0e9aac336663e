import {
  HOUR_MS,
  type CategoryAnswer,
  type CategoryOption,
  type CircuitRequest,
  type EventAnswer,
  type EventRequest,
  type InvitationDriverAnswer,
  type PostponeRequest,
  type RoleName,
} from '@flagpost/contracts';
import type { ClubDetails } from '@flagpost/domain';
import { NOW, somebody, type Harness, type Requests } from './harness.js';

/** A club, a rival, and an event of the first that runs from an hour ago to four hours from now. */
export interface Race {
  readonly clubId: number;
  readonly rivalId: number;
  readonly categoryId: number;
  readonly eventId: number;
  /** Of the club; administrators are of none. */
  as(...roles: RoleName[]): Requests;
  rival(...roles: RoleName[]): Requests;
  /** Of the user who acts as these roles of the club. */
  userId(...roles: RoleName[]): number;
  /** Adds a competitor; `changes` go into the body's Invitation. */
  add(number: string, changes?: object): Promise<number>;
}

export const clubDetails = (name: string): ClubDetails => ({
  name,
  countryId: 380,
  state: 'Piemonte',
  city: 'Alba',
  address: 'Corso Italia 1',
  position: { lat: 44.7, lng: 8.03 },
  web: null,
  socialNetwork: null,
  facebook: null,
  instagram: null,
  contactId: null,
});

/** For as many competitors as a spec thinks of. */
export const LICENCE = { total: 1_000, from: Date.UTC(2026, 0), to: Date.UTC(2027, 0) - 1 };

export const eventBody = (categoryId: number, changes: Partial<EventRequest> = {}): object => ({
  Name: 'Rally Alba',
  Start: new Date(NOW - HOUR_MS).toISOString(),
  Finish: new Date(NOW + 4 * HOUR_MS).toISOString(),
  CouId: 380,
  State: 'Piemonte',
  City: 'Alba',
  CircuitName: 'Langhe',
  Categories: [categoryId],
  ...changes,
});

export const circuitBody = (changes: Partial<CircuitRequest> = {}): object => ({
  Name: 'Circuito di Alba',
  CouId: 380,
  State: 'Piemonte',
  City: 'Alba',
  ...changes,
});

/** To two days from now. */
export const postponeBody = (changes: Partial<PostponeRequest> = {}): object => ({
  Start: new Date(NOW + 48 * HOUR_MS).toISOString(),
  Finish: new Date(NOW + 52 * HOUR_MS).toISOString(),
  Reason: 'Snow on the third stage',
  ...changes,
});

export const competitorBody = (
  eventId: number,
  categoryId: number,
  number: string,
  changes: object = {},
) => ({
  User: { Id: 0, Name: 'Carla', Surname: `Bianchi ${number}`, Phone: '', Email: `car${number}@example.org` },
  Driver: { Id: 0, GrupoSanguineo: '0+' },
  Invitation: {
    Id: 0,
    EveId: eventId,
    Number: number,
    Brand: 'Lancia',
    Model: 'Delta',
    CatId: categoryId,
    CodriverName: 'Dino',
    CodriverSurname: 'Verdi',
    CodriverGrupoSang: 'A+',
    ...changes,
  },
});

const CATEGORY = 'WRC';

/** All races of the club have the same category: a name is taken once. */
const categoryOf = async (clubId: number, planner: Requests): Promise<number> => {
  const listed = await planner.get(`/driverCategories/IdDescriptionByClub/${clubId}`);
  const known = (listed.body as CategoryOption[]).find(({ Description }) => Description === CATEGORY);
  if (known !== undefined) return known.Id;
  const made = await planner.post('/driverCategories', { Name: CATEGORY });
  return (made.body as CategoryAnswer).catId;
};

export const aRace = async (harness: Harness): Promise<Race> => {
  const clubId = await harness.api.clubs.ensure(clubDetails('Motor Club Alba'));
  const rivalId = await harness.api.clubs.ensure(clubDetails('Scuderia Rivale'));
  for (const each of [clubId, rivalId]) await harness.api.licences.ensure(each, LICENCE);
  const of =
    (club: number) =>
    (...roles: RoleName[]) =>
      harness.as({ roles, clubId: roles.includes('admin') ? null : club });
  const as = of(clubId);
  const categoryId = await categoryOf(clubId, as('planner'));
  const event = await as('planner').post('/events', eventBody(categoryId));
  const { eveId: eventId } = event.body as EventAnswer;
  return {
    clubId,
    rivalId,
    categoryId,
    eventId,
    as,
    rival: of(rivalId),
    userId: (...roles) => somebody({ roles, clubId }),
    async add(number, changes) {
      const body = competitorBody(eventId, categoryId, number, changes);
      const answer = await as('planner').post('/invitations/createInvitationDriver', body);
      return (answer.body as InvitationDriverAnswer).Invitation.Id;
    },
  };
};

/** One that is published, and so may be raced. */
export const aPublishedRace = async (harness: Harness): Promise<Race> => {
  const race = await aRace(harness);
  await race.as('planner').put(`/events/publish/${race.eventId}`).expect(200);
  return race;
};
