import type { LiveNowItem } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { carsToHelp } from '../views/alerts.projection.js';
import { categoryReads, type CategoryDocument } from '../views/categories.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import type { EventDocument } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import type { PersonLookup } from '../views/person-names.js';
import { raceReads } from '../views/race.projection.js';
import { flagAnswers } from '../views/flags.projection.js';
import type { LiveState } from './live-state.js';
import type { Reach } from './reach.js';

/** Categories that somebody authorised competes in, in order of name. */
const runningCategories = async (
  readModels: ReadModels,
  { authorized }: EventDocument,
): Promise<readonly CategoryDocument[]> => {
  const competitors = await invitationReads(readModels).getMany(authorized);
  const categoryIds = new Set(competitors.flatMap(({ categoryId }) => categoryId ?? []));
  return categoryReads(readModels).getMany([...categoryIds]);
};

type FlagTally = Pick<LiveNowItem, 'FlagConfirmed' | 'FlagNotYet' | 'FlagNotReachable'>;
type RaceNow = Pick<LiveNowItem, 'TrackFlag' | 'Sos' | 'Offline' | 'Stopped'> & FlagTally;

/** A car that has shown the flag was reached, even if it is not connected any more. */
const flagTally = async (
  { readModels }: PersonLookup,
  { eventId, flagId, cars }: { eventId: number; flagId: number | null; cars: readonly number[] },
  reach: Reach,
): Promise<FlagTally> => {
  const answers = flagId === null ? null : await flagAnswers(readModels, flagId);
  if (answers === null) return { FlagConfirmed: 0, FlagNotYet: 0, FlagNotReachable: 0 };
  const missing = cars.filter((car) => !answers.confirmedBy.has(car));
  const isKnown = reach.of(eventId) !== null;
  const unreached = missing.filter(
    (car) => isKnown && !answers.shownBy.has(car) && !reach.isReachable(eventId, car),
  );
  return {
    FlagConfirmed: cars.length - missing.length,
    FlagNotYet: missing.length - unreached.length,
    FlagNotReachable: unreached.length,
  };
};

const raceNow = async (
  lookup: PersonLookup,
  live: LiveState,
  reach: Reach,
  eventId: number,
): Promise<RaceNow> => {
  const races = raceReads(lookup.readModels);
  const [{ board }, cars, toHelp] = await Promise.all([
    races.existing(eventId),
    races.cars(eventId),
    carsToHelp(lookup, eventId),
  ]);
  const running = cars.filter(({ authorized }) => authorized).map(({ invitationId }) => invitationId);
  const states = running.map((invitationId) => live.car(eventId, invitationId));
  const { track } = board.forAll;
  return {
    TrackFlag: track?.code ?? null,
    ...(await flagTally(lookup, { eventId, flagId: track?.flagId ?? null, cars: running }, reach)),
    Sos: toHelp.size,
    Offline: states.filter((car) => car?.offline ?? true).length,
    Stopped: states.filter((car) => car?.stopped === true && !car.offline).length,
  };
};

export const liveNowItems = async (
  lookup: PersonLookup,
  live: LiveState,
  reach: Reach,
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
      ...(await raceNow(lookup, live, reach, event.eventId)),
    })),
  );
};
