import {
  ALL_CATEGORIES_ID,
  DAY_MS,
  FINISH_RADIUS_M,
  isSameName,
  ITALY,
  MAP_DEFAULT,
  PUBLISHED_STATE_ID,
  SAFETY_CAR_DELAY_S,
  zoneGmtHours,
  type AuthorizeRequest,
  type CategoryAnswer,
  type CategoryOption,
  type CircuitRouteRequest,
  type DeviceTokenAnswer,
  type DriverPosition,
  type EventAnswer,
  type EventRequest,
  type EventRow,
  type InvitationDriverAnswer,
  type LatLng,
  type PoisRequest,
  type SectorPictureAnswer,
  type SectorRequest,
  type SectorRow,
} from '@flagpost/contracts';
import type { ApiClient } from '../api-client.js';
import { sectorPicture } from '../sector-picture.js';
import { competitorRequest, type Competitor } from '../competitor.js';
import { BOXES, CENTRE_LINE, CIRCUIT_NAME, LENGTH_M, placeOf, POSTS } from './circuit.js';
import { CAR_CLASSES, CARS, type Entry } from './entries.js';

export const DEMO_EVENT_NAME = 'Trofeo delle Langhe Nuove';

export interface DemoEvent {
  readonly eventId: number;
  readonly startsAt: number;
  readonly finishesAt: number;
  readonly published: boolean;
}

/**
 * The demo event that runs now, created if there is none. Every step is idempotent: the next start completes one that
 * was killed.
 */
export const demoEvent = async (
  api: ApiClient,
  now: number,
  entries: readonly Entry[],
): Promise<DemoEvent> => {
  const name = nameOf(entries.length);
  const event = (await findRunning(api, name)) ?? (await createEvent(api, now, name));
  if (event.published) return event;
  const { eventId } = event;
  await api.post('circuitRoutes', route(eventId, now));
  await api.post('interestpoints', pois(eventId));
  await addSectors(api, eventId);
  const categories = await categoryIds(api);
  const invitations: number[] = [];
  for (const entry of entries) {
    const categoryId = categories.get(entry.car.category) ?? 0;
    const body = competitorRequest(eventId, categoryId, competitorOf(entry));
    const key = `demo-${eventId}-car-${entry.number}`;
    const path = 'invitations/createInvitationDriver/';
    invitations.push((await api.post<InvitationDriverAnswer>(path, body, key)).Invitation.Id);
  }
  await api.patch('invitations/authorized/', {
    Invitations: invitations,
    Authorized: 1,
  } satisfies AuthorizeRequest);
  await api.put(`events/publish/${eventId}`);
  return { ...event, published: true };
};

/** A race with another number of cars is another event. */
const nameOf = (cars: number): string =>
  cars === CARS.default ? DEMO_EVENT_NAME : `${DEMO_EVENT_NAME}, ${cars} cars`;

const findRunning = async (api: ApiClient, name: string): Promise<DemoEvent | null> => {
  const events = await api.get<EventRow[]>('events/');
  const [running] = events
    .filter(({ Name, Schedules }) => Name === name && Schedules === 'curr')
    .sort((a, b) => b.EventId - a.EventId);
  if (running === undefined) return null;
  const { EventId, Start, Finish, State } = running;
  return {
    eventId: EventId,
    startsAt: Date.parse(Start),
    finishesAt: Date.parse(Finish),
    published: State === PUBLISHED_STATE_ID,
  };
};

const createEvent = async (api: ApiClient, now: number, name: string): Promise<DemoEvent> => {
  const finishesAt = now + DAY_MS;
  const event: EventRequest = {
    Name: name,
    Start: new Date(now).toISOString(),
    Finish: new Date(finishesAt).toISOString(),
    CouId: ITALY,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: CIRCUIT_NAME,
    Categories: [...(await categoryIds(api)).values()],
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  };
  const { eveId } = await api.post<EventAnswer>('events/', event);
  return { eventId: eveId, startsAt: now, finishesAt, published: false };
};

/** A car of the demo event, and the way to its doors. */
export interface DemoCar {
  readonly number: string;
  readonly invitationId: number;
  readonly doors: DeviceTokenAnswer['doors'];
}

/**
 * The cars with their doors. A start after the first gets the tokens that the first one got; a car whose token somebody
 * has renewed since, for a phone of their own, is theirs.
 */
export const openDoors = async (api: ApiClient, eventId: number): Promise<readonly DemoCar[]> => {
  const there = await api.get<DriverPosition[]>(`positionRecords/event/${eventId}/${ALL_CATEGORIES_ID}`);
  const cars: DemoCar[] = [];
  for (const { InvitationId: invitationId, CarNumber: number } of there) {
    const path = `invitations/${invitationId}/deviceToken`;
    const { doors } = await api.post<DeviceTokenAnswer>(path, undefined, `demo-${invitationId}-device`);
    cars.push({ number, invitationId, doors });
  }
  return cars;
};

/** Ids of the club's categories of the demo classes; missing ones are created. */
const categoryIds = async (api: ApiClient): Promise<ReadonlyMap<string, number>> => {
  const clubId = (await api.clubId()) ?? 0;
  const there = await api.get<CategoryOption[]>(`driverCategories/IdDescriptionByClub/${clubId}`);
  const ids = new Map<string, number>();
  for (const { category } of CAR_CLASSES) {
    const known = there.find(({ Description }) => isSameName(Description, category))?.Id;
    const made = { Name: category, ClubId: clubId };
    ids.set(category, known ?? (await api.post<CategoryAnswer>('driverCategories/', made)).catId);
  }
  return ids;
};

const DRAWN_EVERY = 8;

/** Closed. */
const drawnLine = (): LatLng[] => {
  const drawn = CENTRE_LINE.filter((_, index) => index % DRAWN_EVERY === 0).map(({ east, north }) =>
    placeOf([east, north]),
  );
  return [...drawn, ...drawn.slice(0, 1)];
};

const route = (eventId: number, now: number): CircuitRouteRequest => {
  const line = drawnLine();
  const [start] = line;
  return {
    eventId,
    trackName: CIRCUIT_NAME,
    pointsTrack: [{ Positions: line }],
    pointsMetaStart: start ?? null,
    pointsMetaFinish: start ?? null,
    pointsBoxes: BOXES.map(placeOf),
    mapPosition: { lat: MAP_DEFAULT.lat, lng: MAP_DEFAULT.lng, zoom: 14.5 },
    gmt: zoneGmtHours(now, 'Europe/Rome'),
  };
};

const SECTORS = 3;

/** Sectors of equal length that the event does not have yet, each with a picture of its stretch. */
const addSectors = async (api: ApiClient, eventId: number): Promise<void> => {
  const there = await api.get<SectorRow[]>(`sectors/byTrack/${eventId}`);
  const line = drawnLine();
  const pieces = (line.length - 1) / SECTORS;
  for (let number = 1; number <= SECTORS; number += 1) {
    if (there.some(({ secNumber }) => secNumber === number)) continue;
    const stretch = line.slice(Math.round((number - 1) * pieces), Math.round(number * pieces) + 1);
    const picture = sectorPicture(line, stretch);
    const name = `sector-${number}.png`;
    const { fileName } = await api.upload<SectorPictureAnswer>(
      'commonServices/uploadSectorPic/',
      picture,
      name,
    );
    const sector: SectorRequest = {
      Number: number,
      Picpath: fileName,
      Kms: LENGTH_M / SECTORS / 1_000,
      TraId: eventId,
      From: stretch[0] ?? null,
      To: stretch.at(-1) ?? null,
    };
    await api.post('sectors/', sector);
  }
};

const pois = (eventId: number): PoisRequest => ({
  eventId,
  pois: POSTS.map(({ at, description, icon }) => ({ ...placeOf(at), description, icon })),
});

const competitorOf = ({ number, name, surname, bloodType, car }: Entry): Competitor => ({
  number,
  name,
  surname,
  email: `car${number}@drivers.flagpost.demo`,
  bloodType,
  brand: car.brand,
  model: car.model,
});
