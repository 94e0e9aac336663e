import type { TimerRow, TimersAnswer } from '@flagpost/contracts';
import { refuse, timerChange, type FlagpostEvent, type RaceTimer } from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { isoOf, isoOrNull } from '../http/times.js';

/** A timer that was not removed. */
interface TimerDocument extends RaceTimer {
  readonly eventId: number;
  /** Among the timers of its event: ids are not in order of creation. */
  readonly order: number;
}

const TIMERS = 'timers';
const timers = (views: EventViews) => views<TimerDocument>(TIMERS);

const change = async (event: Parameters<typeof timerChange>[0], views: EventViews): Promise<void> => {
  await timers(views).patch(event.data.timerId, timerChange(event));
};

export const timersProjection = projection<FlagpostEvent>({
  name: 'timers',
  version: 3,
  views: [TIMERS],
  indexes: { [TIMERS]: [{ eventId: 1, order: 1 }] },
  on: {
    async TimerCreated({ data: { timerId, eventId, title }, revision }, views) {
      const timer = { timerId, title, runningSince: null, elapsedMs: 0 };
      await timers(views).put(timerId, { ...timer, eventId, order: revision });
    },
    TimerStarted: change,
    TimerPaused: change,
    TimerResumed: change,
    TimerStopped: change,
    async TimerRemoved({ data }, views) {
      await timers(views).delete(data.timerId);
    },
    async EventDeleted({ data: { eventId } }, views) {
      for (const { timerId } of await timers(views).find({ eventId })) await timers(views).delete(timerId);
    },
  },
});

/** The event of a timer; null if there is no such timer, or it was deleted. */
export const eventOfTimer = async (readModels: ReadModels, timerId: number): Promise<number | null> =>
  (await readModels.view<TimerDocument>(TIMERS).get(timerId))?.eventId ?? null;

/** @throws {DomainError} timer.missing */
export const existingEventOfTimer = async (readModels: ReadModels, timerId: number): Promise<number> =>
  (await eventOfTimer(readModels, timerId)) ?? refuse('timer.missing', 'missing');

export const timerRowOf = ({ timerId, title, runningSince, elapsedMs }: RaceTimer): TimerRow => ({
  TimerId: timerId,
  Title: title,
  RunningSince: isoOrNull(runningSince),
  ElapsedMs: elapsedMs,
});

/** In order of creation. */
export const timerRows = async (readModels: ReadModels, eventId: number): Promise<TimerRow[]> =>
  (await readModels.view<TimerDocument>(TIMERS).find({ eventId }, { sort: { order: 1 } })).map(timerRowOf);

/** The rows, with the time by which they are meant. */
export const timersAnswer = async (
  { readModels, clock }: Pick<ApiDependencies, 'readModels' | 'clock'>,
  eventId: number,
): Promise<TimersAnswer> => {
  const rows = await timerRows(readModels, eventId);
  return { timersAt: isoOf(clock.now()), timers: rows };
};
