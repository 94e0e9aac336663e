import type { RouteChangeRow } from '@flagpost/contracts';
import type { RouteEvent, RouteState } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import type { EventViews } from '@flagpost/read-models';
import { routeChanges, summaryOf, type RouteSummary } from '@flagpost/track-geometry';
import { isoOf } from '../http/times.js';
import { eventReads } from './events.projection.js';
import { peopleOf, personOrNobody, type PersonLookup } from './person-names.js';

/**
 * The savings of a route that a race may notice, with summaries of the route before and after. They are part of the
 * projection of routes; whether a race ran is judged when they are read.
 */
export const ROUTE_SAVINGS = 'routeSavings';

/** What one command did, whatever number of events it recorded. */
interface RouteSaving {
  readonly commandId: string | null;
  /** Of the route after it. */
  readonly revision: number;
  /** Epoch ms. */
  readonly at: number;
  readonly by: number | null;
  readonly before: RouteSummary;
  readonly after: RouteSummary;
}

/** Of an event. */
interface SavingsDocument {
  /** When the event was published, epoch ms; null: it is not. */
  readonly publishedAt: number | null;
  /** Oldest first. */
  readonly savings: readonly RouteSaving[];
}

const NOTHING: SavingsDocument = { publishedAt: null, savings: [] };

const KEPT_SAVINGS = 50;

const NOTICED: ReadonlySet<RouteEvent['type']> = new Set([
  'TrackDrawn',
  'StartPlaced',
  'FinishPlaced',
  'BoxesDrawn',
  'TrackDeleted',
] satisfies RouteEvent['type'][]);

const summary = ({ tracks: lines, start, finish, boxes }: RouteState): RouteSummary =>
  summaryOf({ lines, start, finish, boxes });

/** Notes an event that changed a route. */
export const noteSaving = async (
  views: EventViews,
  { type, data, recordedAt, meta }: Recorded<RouteEvent>,
  route: RouteState,
  changed: RouteState,
): Promise<void> => {
  if (!NOTICED.has(type)) return;
  const view = views<SavingsDocument>(ROUTE_SAVINGS);
  const document = (await view.get(data.eventId)) ?? NOTHING;
  const { savings } = document;
  const newest = savings.at(-1);
  const commandId = meta.causationId;
  const isSame = newest !== undefined && commandId !== null && newest.commandId === commandId;
  const saving: RouteSaving = {
    commandId,
    revision: changed.revision,
    at: recordedAt,
    by: meta.actorId,
    before: isSame ? newest.before : (newest?.after ?? summary(route)),
    after: summary(changed),
  };
  const former = isSame ? savings.slice(0, -1) : savings;
  await view.put(data.eventId, { ...document, savings: [...former, saving].slice(-KEPT_SAVINGS) });
};

export const notePublication = async (
  views: EventViews,
  eventId: number,
  publishedAt: number,
): Promise<void> => {
  const view = views<SavingsDocument>(ROUTE_SAVINGS);
  await view.put(eventId, { ...((await view.get(eventId)) ?? NOTHING), publishedAt });
};

export const forgetSavings = async (views: EventViews, eventId: number): Promise<void> => {
  await views<SavingsDocument>(ROUTE_SAVINGS).delete(eventId);
};

/**
 * Savings of a route that its race noticed: it had been published, and was between start and finish. Oldest first.
 *
 * @param chosen which of them: those since a time, epoch ms, or that of one command
 */
export const routeChangeRows = async (
  lookup: PersonLookup,
  eventId: number,
  chosen: { readonly since: number } | { readonly commandId: string },
): Promise<RouteChangeRow[]> => {
  const { readModels } = lookup;
  const event = await eventReads(readModels).get(eventId);
  const document = await readModels.view<SavingsDocument>(ROUTE_SAVINGS).get(eventId);
  if (event === null || document?.publishedAt == null) return [];
  const { startsAt, finishesAt, finishRadiusM } = event;
  const from = Math.max(startsAt, document.publishedAt);
  const isChosen = ({ at, commandId }: RouteSaving): boolean =>
    'since' in chosen ? at >= chosen.since : commandId === chosen.commandId;
  const noticed = document.savings
    .filter((saving) => isChosen(saving) && saving.at >= from && saving.at <= finishesAt)
    .map((saving) => ({ ...saving, changes: routeChanges(saving.before, saving.after, finishRadiusM) }))
    .filter(({ changes }) => changes.length > 0);
  if (noticed.length === 0) return [];
  const people = await peopleOf(
    lookup,
    noticed.map(({ by }) => by),
  );
  return noticed.map(({ revision, at, by, changes }) => ({
    revision,
    changes,
    at: isoOf(at),
    by: personOrNobody(people, by),
  }));
};
