import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  AsItWasAnswer,
  AsItWasLine,
  AsItWasWhat,
  CompetitorAsItWas,
  EventAsItWas,
  NamedToday,
  RouteAsItWas,
} from '@flagpost/contracts';
import { invitationDecider, routeDecider, type InvitationState } from '@flagpost/domain';
import { kilometres } from '@flagpost/track-geometry';
import { countryName } from '../countries/countries.js';
import { isoOf } from '../http/times.js';
import { byCarNumber } from '../views/by-car-number.js';
import { categoryReads } from '../views/categories.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { eventReads } from '../views/events.projection.js';
import { peopleOf, personOf, personOrNull } from '../views/person-names.js';
import type { ApiDependencies } from '../dependencies.js';
import { kindKey, raceKey } from './event-keys.js';
import { asFold, foldStream, mapped } from './fold-stream.js';
import { upTo, type Meeting } from './race-then.js';

type Reads = Pick<ApiDependencies, 'store' | 'eventIndex' | 'readModels' | 'records'>;

export interface AskedAsItWas {
  readonly eventId: number;
  readonly what: AsItWasWhat;
  readonly instant: number;
  readonly then: Meeting;
  /** Events folded for it. */
  readonly events: number;
  readonly isComplete: boolean;
}

type Steps<Result> = AsyncGenerator<AsItWasLine, Result>;

const progress = (streams: number, of: number | null, events: number): AsItWasLine => ({
  Progress: { Streams: streams, Of: of, Events: events },
});

const named = (id: number, name: string | undefined): NamedToday => ({ Id: id, Name: name ?? '' });

const categoriesOf = async (
  { readModels }: Reads,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const categories = await categoryReads(readModels).getMany([...new Set(ids)]);
  return new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
};

const eventAsItWas = async (
  reads: Reads,
  { then: { details, rules } }: AskedAsItWas,
): Promise<EventAsItWas | null> => {
  if (details === null) return null;
  const { clubId, categoryIds, plannerId, viewerId } = details;
  const [people, categories, club] = await Promise.all([
    peopleOf(reads, [plannerId, viewerId]),
    categoriesOf(reads, categoryIds),
    clubReads(reads.readModels).get(clubId),
  ]);
  return {
    Name: details.name,
    Start: isoOf(details.startsAt),
    Finish: isoOf(details.finishesAt),
    TimeZone: details.timeZone,
    Institution: named(clubId, club?.name),
    Country: countryName(details.countryId),
    State: details.state,
    City: details.city,
    CircuitName: details.circuitName,
    Categories: categoryIds.map((id) => named(id, categories.get(id))),
    FinishRadiusM: details.finishRadiusM,
    SafetyCarDelayS: details.safetyCarDelayS,
    Planner: personOrNull(people, plannerId),
    Viewer: personOrNull(people, viewerId),
    ArePositionsDeleted: rules.arePositionsDeleted,
  };
};

async function* routeAsItWas(
  reads: Reads,
  { eventId, instant, events: before }: AskedAsItWas,
): Steps<RouteAsItWas> {
  yield progress(1, 2, before);
  const route = foldStream(reads, `route-${eventId}`, asFold(routeDecider), upTo(instant));
  const { state } = yield* mapped(route, (events) => progress(1, 2, before + events));
  return {
    Name: state.trackName,
    Kilometres: kilometres(state.tracks),
    Tracks: state.tracks.map((line) => [...line]),
    Start: state.start,
    Finish: state.finish,
    Boxes: state.boxes && [...state.boxes],
    GmtHours: state.gmtHours,
    Sectors: state.sectors.map(({ sectorId, number, kilometres: length, stretch }) => ({
      Id: sectorId,
      Number: number,
      Kilometres: length,
      HasStretch: stretch !== null,
    })),
    Stages: state.stages.map(({ number, name, kilometres: length, startsAt, line }) => ({
      Number: number,
      Name: name,
      Kilometres: length,
      StartsAt: isoOf(startsAt),
      Line: line && [...line],
    })),
    Pois: state.pois.map(({ poiId, description, icon, lat, lng }) => ({
      Id: poiId,
      Description: description,
      Icon: icon,
      Position: { lat, lng },
    })),
  };
}

/** Places of competitors that are looked up in the index at a time, and streams that are folded between two lines of progress. */
const LOOKED_UP = 250;
const FOLDED = 5;

const INVITATION = /^invitation-(\d+)$/;

/** The ids of all competitors who had been added to an event by then, deleted ones too. */
async function* addedTo(
  { eventIndex }: Reads,
  { eventId, instant }: AskedAsItWas,
): AsyncGenerator<void, readonly number[]> {
  const keys = [raceKey(eventId), kindKey('InvitationAdded')];
  const ids = new Set<number>();
  let below: number | null = null;
  do {
    const query = { keys, from: null, until: instant + 1, below, limit: LOOKED_UP };
    const { found, next }: Awaited<ReturnType<typeof eventIndex.find>> = await eventIndex.find(query);
    for (const { stream } of found) {
      const [, id] = INVITATION.exec(stream) ?? [];
      if (id !== undefined) ids.add(Number(id));
    }
    below = next;
    await nextTurn();
    yield;
  } while (below !== null);
  return [...ids];
}

const competitorRows = async (
  reads: Reads,
  standing: readonly (readonly [number, InvitationState])[],
): Promise<CompetitorAsItWas[]> => {
  const entries = standing.map(([, { entry }]) => entry);
  const [people, categories] = await Promise.all([
    peopleOf(
      reads,
      standing.flatMap(([, { userId, entry }]) => [userId, entry.codriverId]),
    ),
    categoriesOf(
      reads,
      entries.flatMap(({ categoryId }) => categoryId ?? []),
    ),
  ]);
  return standing
    .map(([invitationId, { userId, authorized, statusId, disputed, entry }]): CompetitorAsItWas => {
      const { carNumber, codriverId, categoryId, brand, model } = entry;
      return {
        InvitationId: invitationId,
        Number: carNumber,
        Driver: personOf(people, userId),
        Codriver: personOrNull(people, codriverId),
        Category: categoryId === null ? null : named(categoryId, categories.get(categoryId)),
        Brand: brand,
        Model: model,
        Authorized: authorized,
        StatusId: statusId,
        Disputed: disputed,
      };
    })
    .sort((one, other) => byCarNumber(one.Number ?? '', other.Number ?? ''));
};

async function* competitorsAsItWas(reads: Reads, asked: AskedAsItWas): Steps<CompetitorAsItWas[]> {
  let { events } = asked;
  const ids = yield* mapped(addedTo(reads, asked), () => progress(1, null, events));
  const standing: (readonly [number, InvitationState])[] = [];
  for (const [done, id] of ids.entries()) {
    const [streams, of] = [1 + done, 1 + ids.length];
    if (done % FOLDED === 0) yield progress(streams, of, events);
    const before = events;
    const steps = foldStream(reads, `invitation-${id}`, asFold(invitationDecider), upTo(asked.instant));
    const folded = yield* mapped(steps, (read) => progress(streams, of, before + read));
    events += folded.events;
    const { state } = folded;
    if (state.status === 'standing' && state.eventId === asked.eventId) standing.push([id, state]);
    await nextTurn();
  }
  return competitorRows(reads, standing);
}

/** Folds what is asked for from its streams, and leaves the event loop to others between them. The last line is the answer. */
export async function* asItWas(reads: Reads, asked: AskedAsItWas): AsyncGenerator<AsItWasLine, void> {
  const { eventId, what, instant, then, isComplete } = asked;
  const exists = then.details !== null;
  const event = exists && what === 'event' ? await eventAsItWas(reads, asked) : null;
  const competitors = exists && what === 'competitors' ? yield* competitorsAsItWas(reads, asked) : null;
  const route = exists && what === 'route' ? yield* routeAsItWas(reads, asked) : null;
  const today = await eventReads(reads.readModels).get(eventId);
  const answer: AsItWasAnswer = {
    Race: named(eventId, today?.name),
    Instant: isoOf(instant),
    Status: then.rules.status,
    Event: event,
    Competitors: competitors,
    Route: route,
    IsComplete: isComplete || what !== 'competitors',
  };
  yield { Answer: answer };
}
