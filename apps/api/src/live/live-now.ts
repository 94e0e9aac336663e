import type { LiveNowItem } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { carsToHelp } from '../views/alerts.projection.js';
import { categoryReads, type CategoryDocument } from '../views/categories.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import type { EventDocument } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import type { PersonLookup } from '../views/person-names.js';
import { raceReads } from '../views/race.projection.js';
import type { LiveState } from './live-state.js';

/** Categories that somebody authorised competes in, in order of name. */
const runningCategories = async (
  readModels: ReadModels,
  { authorized }: EventDocument,
): Promise<readonly CategoryDocument[]> => {
  const competitors = await invitationReads(readModels).getMany(authorized);
  const categoryIds = new Set(competitors.flatMap(({ categoryId }) => categoryId ?? []));
  return categoryReads(readModels).getMany([...categoryIds]);
};

type RaceNow = Pick<LiveNowItem, 'TrackFlag' | 'Sos' | 'Offline' | 'Stopped'>;

const raceNow = async (lookup: PersonLookup, live: LiveState, eventId: number): Promise<RaceNow> => {
  const races = raceReads(lookup.readModels);
  const [{ board }, cars, toHelp] = await Promise.all([
    races.existing(eventId),
    races.cars(eventId),
    carsToHelp(lookup, eventId),
  ]);
  const states = cars
    .filter(({ authorized }) => authorized)
    .map(({ invitationId }) => live.car(eventId, invitationId));
  return {
    TrackFlag: board.forAll.track?.code ?? null,
    Sos: toHelp.size,
    Offline: states.filter((car) => car?.offline ?? true).length,
    Stopped: states.filter((car) => car?.stopped === true && !car.offline).length,
  };
};

export const liveNowItems = async (
  lookup: PersonLookup,
  live: LiveState,
  events: readonly EventDocument[],
): Promise<LiveNowItem[]> => {
  const { readModels } = lookup;
  const names = await clubReads(readModels).namesOf(events);
  return Promise.all(
    events.map(async (event) => ({
      EventId: event.eventId,
      EventName: event.name,
      InstitutionName: names.get(event.clubId) ?? '',
      Competitors: event.authorized.length,
      Inviteds: event.invited.length,
      CurrentlyRunning: (await runningCategories(readModels, event)).map(({ name }) => name).join(', '),
      ...(await raceNow(lookup, live, event.eventId)),
    })),
  );
};
