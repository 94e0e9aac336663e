import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  AsItWasAnswer,
  AsItWasLine,
  AsItWasWhat,
  CompetitorAsItWas,
  EventAsItWas,
  NamedToday,
} from '@flagpost/contracts';
import type { EventDetails } from '@flagpost/domain';
import { countryName } from '../countries/countries.js';
import { JsonText } from '../http/json-in-slices.js';
import { isoOf } from '../http/times.js';
import { byCarNumber } from '../views/by-car-number.js';
import { categoryReads } from '../views/categories.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { eventReads } from '../views/events.projection.js';
import { peopleOf, personOf, personOrNull } from '../views/person-names.js';
import type { ApiDependencies } from '../dependencies.js';
import { kindKey, raceKey } from './event-keys.js';
import { foldPastOf, type CompetitorThen } from './fold-past.js';
import { mapped } from './fold-stream.js';

type Reads = Pick<ApiDependencies, 'store' | 'eventIndex' | 'readModels' | 'records' | 'foldPast'>;

export interface AskedAsItWas {
  readonly eventId: number;
  readonly what: AsItWasWhat;
  /** Epoch ms. */
  readonly instant: number;
  /** Whether the log is indexed to its end. */
  readonly isComplete: boolean;
}

type ProgressLine = Extract<AsItWasLine, { Progress: unknown }>;

/** A line, before it is written. */
export type AsItWasStep =
  ProgressLine | { Answer: Omit<AsItWasAnswer, 'Route'> & { Route: JsonText | null } };

const progress = (streams: number, of: number | null, events: number): ProgressLine => ({
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
  details: EventDetails,
  arePositionsDeleted: boolean,
): Promise<EventAsItWas> => {
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
    ArePositionsDeleted: arePositionsDeleted,
  };
};

/** Places of competitors that are looked up in the index at a time. */
const LOOKED_UP = 250;

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
  standing: readonly CompetitorThen[],
): Promise<CompetitorAsItWas[]> => {
  const entries = standing.map(({ state }) => state.entry);
  const [people, categories] = await Promise.all([
    peopleOf(
      reads,
      standing.flatMap(({ state: { userId, entry } }) => [userId, entry.codriverId]),
    ),
    categoriesOf(
      reads,
      entries.flatMap(({ categoryId }) => categoryId ?? []),
    ),
  ]);
  return standing
    .map(({ invitationId, state }): CompetitorAsItWas => {
      const { userId, authorized, statusId, disputed, entry } = state;
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

/** Folds what is asked for from its streams. The last step is the answer. */
export async function* asItWas(reads: Reads, asked: AskedAsItWas): AsyncGenerator<AsItWasStep, void> {
  const { eventId, what, instant, isComplete } = asked;
  const invitationIds =
    what === 'competitors' ? yield* mapped(addedTo(reads, asked), () => progress(0, null, 0)) : [];
  const { foldPast = foldPastOf(reads.store) } = reads;
  const folding = foldPast({ eventId, what, instant, invitationIds });
  const { meeting, competitors, route } = yield* mapped(folding, ({ streams, of, events }) =>
    progress(streams, of, events),
  );
  const { details, rules } = meeting;
  const [today, event, rows] = await Promise.all([
    eventReads(reads.readModels).get(eventId),
    details !== null && what === 'event' ? eventAsItWas(reads, details, rules.arePositionsDeleted) : null,
    competitors && competitorRows(reads, competitors),
  ]);
  yield {
    Answer: {
      Race: named(eventId, today?.name),
      Instant: isoOf(instant),
      Status: rules.status,
      Event: event,
      Competitors: rows,
      Route: route === null ? null : new JsonText(route),
      IsComplete: isComplete || what !== 'competitors',
    },
  };
}
