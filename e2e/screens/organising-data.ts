import type {
  CircuitRequest,
  EventRequest,
  InvitationDriverAnswer,
  InvitationDriverRequest,
  PoisRequest,
} from '@flagpost/contracts';
import { entry, entryList, separated } from '@flagpost/testing/entry-lists';
import { answered, each, type Caller } from '@flagpost/race-testing/calls';
import { makeEvent, type EventToMake } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { competitorRequest } from '@flagpost/simulator';

/** Events, competitors and circuits for the pictures, made by calls as a planner makes them. */

const ITALY = 380;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Each of 40 characters. */
export const LONG = {
  event: 'Gran Premio Histórico de Sant Jordi 2026',
  category: 'Gruppo N Due Ruote Motrici Oltre 2000 cc',
  circuit: 'Circuito Cittadino di Cairo Montenotte A',
  name: 'María de los Ángeles Guadalupe Esperanza',
  surname: 'Fernández-Villaverde Gutiérrez Montellan',
  brand: 'Lancia Martini Racing Squadra Corse Team',
  model: 'Delta HF Integrale 16V Evoluzione Gruppo',
} as const;

const PLACES = [
  ['Rally delle Langhe', 'Cuneo', 'Alba'],
  ['Rally di Sanremo', 'Imperia', 'Sanremo'],
  ['Ronde Val Bormida', 'Savona', 'Cairo Montenotte'],
  ['Slalom dei Colli', 'Asti', 'Nizza Monferrato'],
] as const;

/** So many events that have not begun, the first with names as long as the screens must bear. */
export const makeEvents = (planner: Caller, count: number, Categories: number[]): Promise<unknown> =>
  each(
    Array.from({ length: count }, (_, at): EventRequest => {
      const [name, State, City] = PLACES[at % PLACES.length]!;
      const startsAt = Date.now() + (at + 10) * DAY_MS;
      return {
        Name: at === 0 ? LONG.event : `${name} ${at + 1}`,
        Start: new Date(startsAt).toISOString(),
        Finish: new Date(startsAt + (at % 3) * DAY_MS + 8 * HOUR_MS).toISOString(),
        CouId: ITALY,
        State,
        City,
        CircuitName: at === 0 ? LONG.circuit : 'Round course',
        Categories,
        Radius: 30,
        SafetyCarDelay: 7,
      };
    }),
    (body) => answered(planner, 'POST', '/events/', body),
  );

export const makeEventFromNow = (
  planner: Caller,
  name: string,
  hours: readonly [number, number],
  categoryIds: EventToMake['categoryIds'],
): Promise<number> => {
  const [startsAt, finishesAt] = hours.map((hour) => Date.now() + hour * HOUR_MS) as [number, number];
  return makeEvent(planner, { name, startsAt, finishesAt, categoryIds, course: roundCourse(6_000) });
};

/** Eight, of every kind of icon. */
export const addPois = (planner: Caller, eventId: number): Promise<unknown> => {
  const course = roundCourse(6_000);
  const icons = ['location', 'ambulancia', 'banderillero', 'bomberoapie'] as const;
  const pois: PoisRequest['pois'] = Array.from({ length: 8 }, (_, at) => ({
    ...course.placeAt(at * 700),
    description: at === 1 ? LONG.circuit : `Marshals' post ${at + 1}`,
    icon: icons[at % icons.length]!,
  }));
  return answered(planner, 'POST', '/interestpoints', { eventId, pois });
};

/** @returns the id of the invitation */
export const addCompetitor = async (
  planner: Caller,
  eventId: number,
  categoryId: number,
  number: string,
  changes: { readonly email?: string; readonly isLong?: boolean; readonly model?: string } = {},
): Promise<number> => {
  const isLong = changes.isLong === true;
  const body: InvitationDriverRequest = competitorRequest(eventId, categoryId, {
    number,
    name: isLong ? LONG.name : 'Íñigo',
    surname: isLong ? LONG.surname : `Peña ${number}`,
    email: changes.email ?? `driver${number}.${eventId}@drivers.example`,
    bloodType: '0+',
    brand: isLong ? LONG.brand : 'Lancia',
    model: changes.model ?? (isLong ? LONG.model : 'Delta'),
  });
  body.Invitation.CodriverName = isLong ? LONG.name : 'Zoe';
  body.Invitation.CodriverSurname = isLong ? LONG.surname : 'Gómez';
  body.Invitation.CodriverGrupoSang = 'AB-';
  const path = '/invitations/createInvitationDriver/';
  return (await answered<InvitationDriverAnswer>(planner, 'POST', path, body)).Invitation.Id;
};

/** A list of competitors as a federation lays it out; two rows of it are refused. */
export const listOf = (count: number, isGood = false): string => {
  const entries = Array.from({ length: count }, (_, index) => entry(index)).map((one, index) => ({
    ...one,
    ...(isGood || index !== 7 ? {} : { email: 'nobody' }),
    ...(isGood || index !== 9 ? {} : { category: 'F1' }),
  }));
  return separated(entryList('italian', entries), ';');
};

export const importList = async (
  url: string,
  { token }: Caller,
  eventId: number,
  list: string,
): Promise<void> => {
  const form = new FormData();
  form.append('DataWithHeader', 'true');
  form.append('EventId', String(eventId));
  form.append('file', new Blob([list]), 'list.csv');
  const answer = await fetch(`${url}/api/commonServices/uploadInvitations/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
};

/** The first has names as long as the screens must bear, the second is shown to others. */
export const addCircuits = (planner: Caller, count: number): Promise<unknown> =>
  each(
    Array.from({ length: count }, (_, at): CircuitRequest => ({
      Name: at === 0 ? LONG.circuit : `Autodromo ${at + 1}`,
      Visibility: at === 1,
      CouId: ITALY,
      State: 'Savona',
      City: 'Cairo Montenotte',
      Lat: 44.4,
      Long: 8.3,
    })),
    (body) => answered(planner, 'POST', '/circuits/', body),
  );
