import type {
  ClubRequest,
  LicenceRequest,
  NewClubAnswer,
  NewClubRequest,
  StaffAnswer,
  StaffRequest,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing/until';
import { answered, each, type Caller } from '@flagpost/race-testing/calls';
import type { Flagpost } from '@flagpost/race-testing/flagpost';
import { outboxOf, toldIn } from '../outbox.js';

/** Institutions, people and licences for the pictures, made by calls as an administrator makes them. */

const SPAIN = 724;
const filled = (text: string, length: number): string =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trim();

export const LONG_INSTITUTION = filled(
  'Real Federación Española de Automovilismo y Escuderías Históricas de la Comunidad Valenciana y Murcia y ',
  100,
);
const LONG_PERSON = {
  FirstName: filled('María de los Ángeles Inmaculada Concepción Guadalupe Esperanza ', 100),
  LastName: filled('Fernández-Villaverde y Gutiérrez de Montellano Echevarría ', 100),
};

const CLUBS = [
  ['Escudería Sierra Nevada', 'Granada'],
  ['Automóvil Club de Cataluña', 'Barcelona'],
  ['Escudería Ribera del Duero', 'Aranda de Duero'],
  ['Motor Club Peña Ubiña', 'Oviedo'],
  ['Club Automovilístico Íñigo Arista', 'Pamplona'],
] as const;
const PEOPLE = [
  ['Begoña', 'Ibáñez'],
  ['Íñigo', 'Peña Núñez'],
  ['Zoe', 'Gómez'],
  ['Javier', 'Cañizares'],
  ['Lucía', 'Muñoz Ordóñez'],
] as const;

const turn = <T>(items: readonly T[], at: number): T => items[at % items.length]!;

const clubRequest = (at: number): NewClubRequest => {
  const [name, city] = turn(CLUBS, at);
  const [Name, Surname] = turn(PEOPLE, at);
  const site = `www.escuderia-${at}.example`;
  const isLong = at === 1;
  const club: ClubRequest = {
    cluName: isLong ? LONG_INSTITUTION : at < CLUBS.length ? name : `${name} ${at}`,
    couId: SPAIN,
    cluState: 'Andalucía',
    cluCity: city,
    cluAddress: `Calle del Circuito ${at + 1}`,
    cluMail: isLong ? `secretaria.general.de.competiciones@${site.slice(4)}` : `info@${site.slice(4)}`,
    cluWeb: site,
    cluSocialNetwork: null,
    cluFacebook: `facebook.com/escuderia${at}`,
    cluInstagram: `instagram.com/escuderia${at}`,
    cluLatitude: null,
    cluLongitude: null,
  };
  return {
    club,
    user: {
      Name,
      Surname,
      Phone: `+34 600 000 ${100 + at}`,
      Email: `organizer${at}@${site.slice(4)}`,
      Direction: null,
    },
  };
};

/** Institutions number `from` to `to`, in order, as in the list. */
export const registerClubs = (admin: Caller, from: number, to: number): Promise<NewClubAnswer[]> =>
  each(
    Array.from({ length: to - from + 1 }, (_, index) => clubRequest(from + index)),
    (body) => answered<NewClubAnswer>(admin, 'POST', '/clubs/', body),
  );

/** People of an institution, one of them with names as long as names may be. */
export const addPeople = (admin: Caller, ClubId: number, count: number): Promise<StaffAnswer[]> =>
  each(
    Array.from({ length: count }, (_, at): StaffRequest => {
      const [FirstName, LastName] = turn(PEOPLE, at);
      return {
        ...(at === 2 ? LONG_PERSON : { FirstName, LastName: `${LastName} ${at + 1}` }),
        Email:
          at === 2
            ? 'maria.de.los.angeles.fernandez@escuderia.example'
            : `persona${at + 1}@club${ClubId}.example`,
        Phone: `+34 611 000 ${100 + at}`,
        Address: null,
        Roles: { planner: at % 9 === 2, viewer: at % 2 === 0, director: at % 3 === 0 || at % 2 === 1 },
        ClubId,
      };
    }),
    (body) => answered<StaffAnswer>(admin, 'POST', '/users/roles/', body),
  );

/** A licence for each year from `firstYear` to `lastYear`. */
export const grantLicences = async (
  admin: Caller,
  ClubId: number,
  firstYear: number,
  lastYear: number,
): Promise<void> => {
  for (let year = firstYear; year <= lastYear; year++) {
    const body: LicenceRequest = {
      ClubId,
      Total: (year - firstYear + 1) * 1_250,
      From: `${year}-01-01T00:00:00Z`,
      To: `${year}-12-31T23:59:59Z`,
    };
    await answered(admin, 'POST', '/licenses/', body);
  }
};

/** The password or code in the last mail to this person. */
export const mailed = ({ dataDir }: Flagpost, address: string): Promise<string> =>
  until(`a mail to ${address}`, async () => {
    const mail = (await outboxOf(dataDir)).findLast(({ to }) => to === address);
    return mail && toldIn(mail.text);
  });
