import { holds, type Actor } from '@flagpost/contracts';
import { eventDecider, type EventDetails, type EventState, type MeetingEvent } from '@flagpost/domain';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import type { ApiDependencies } from '../dependencies.js';
import { asFold, drained, foldStream } from './fold-stream.js';

/** An event at the track with the details that its rules do not need. */
export interface Meeting {
  readonly rules: EventState;
  /** Null: it was not created yet. */
  readonly details: EventDetails | null;
}

const detailsAfter = (details: EventDetails | null, event: MeetingEvent): EventDetails | null => {
  if (event.type === 'EventCreated' || event.type === 'EventEdited') return event.data;
  if (event.type !== 'EventPostponed') return details;
  const { startsAt, finishesAt } = event.data;
  return details && { ...details, startsAt, finishesAt };
};

const meetingFold = asFold<Meeting>({
  initialState: { rules: eventDecider.initialState, details: null },
  evolve: ({ rules, details }: Meeting, event: MeetingEvent): Meeting => ({
    rules: eventDecider.evolve(rules, event),
    details: detailsAfter(details, event),
  }),
});

/** Everything that was recorded up to an instant, and at that millisecond. */
export const upTo =
  (instant: number) =>
  ({ recordedAt }: RecordedEvent): boolean =>
    recordedAt <= instant;

/**
 * The event at an instant. Null if there never was one, or if the actor may not see it: organisers see an event that is of
 * their club, was so when it was deleted, and was so then.
 */
export const raceThen = async (
  dependencies: Pick<ApiDependencies, 'store'>,
  actor: Actor,
  eventId: number,
  instant: number,
): Promise<{ readonly then: Meeting; readonly events: number } | null> => {
  const fold = (isWanted: (event: RecordedEvent) => boolean) =>
    drained(foldStream(dependencies, `event-${eventId}`, meetingFold, isWanted));
  const { state: last } = await fold(() => true);
  if (last.details === null) return null;
  const { state: then, events } = await fold(upTo(instant));
  const clubs = [last, then].flatMap(({ details }) => details?.clubId ?? []);
  const isOwn = holds(actor, 'admin') || clubs.every((clubId) => clubId === actor.clubId);
  return isOwn ? { then, events } : null;
};
