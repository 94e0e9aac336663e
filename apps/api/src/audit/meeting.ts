import { eventDecider, type EventDetails, type EventState, type MeetingEvent } from '@flagpost/domain';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import { asFold } from './fold-stream.js';

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

export const meetingFold = asFold<Meeting>({
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
