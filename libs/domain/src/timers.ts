import { LIMITS, TIMERS_MAX } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { refusePast, requireText, type DirectorAction, type RaceContext } from './rules.js';

/** Race control's timers of one event. `at` is epoch ms. */
interface TimerAction extends DirectorAction {
  readonly timerId: number;
  readonly race: Pick<RaceContext, 'published' | 'finishesAt'>;
}

export type TimersCommand =
  | ({ readonly type: 'createTimer'; readonly title: string } & TimerAction)
  /** Creates a timer at 00:00:00. A command that does not apply to a timer's state produces no event, here and below. */
  | ({ readonly type: 'startTimer' } & TimerAction)
  | ({ readonly type: 'pauseTimer' } & TimerAction)
  | ({ readonly type: 'resumeTimer' } & TimerAction)
  /** Back to 00:00:00. */
  | ({ readonly type: 'stopTimer' } & TimerAction)
  | ({ readonly type: 'removeTimer' } & TimerAction);

interface Happened {
  eventId: number;
  timerId: number;
  by: number;
  at: number;
}

export type TimersEvent =
  | DomainEvent<'TimerCreated', Happened & { title: string }>
  | DomainEvent<'TimerStarted', Happened>
  | DomainEvent<'TimerPaused', Happened & { elapsedMs: number }>
  | DomainEvent<'TimerResumed', Happened>
  | DomainEvent<'TimerStopped', Happened>
  | DomainEvent<'TimerRemoved', Happened>;

/** Running; otherwise paused if `elapsedMs` is above 0, or reset. */
export interface RaceTimer {
  readonly timerId: number;
  readonly title: string;
  /** Epoch ms; null unless running. */
  readonly runningSince: number | null;
  /** Time counted before `runningSince`. */
  readonly elapsedMs: number;
}

/** In order of creation. */
export type TimersState = readonly RaceTimer[];

/** Time never decreases if the clock is set back. */
const elapsedAt = ({ runningSince, elapsedMs }: RaceTimer, now: number): number =>
  elapsedMs + (runningSince === null ? 0 : Math.max(0, now - runningSince));

const decide = (command: TimersCommand, state: TimersState): readonly TimersEvent[] => {
  const { eventId, timerId, race, by, now } = command;
  if (!race.published) refuse('event.unpublished');
  refusePast({ now, finishesAt: race.finishesAt });
  const happened: Happened = { eventId, timerId, by, at: now };

  if (command.type === 'createTimer') {
    requireText(command.title, LIMITS.name, 'timer.titleRequired');
    if (state.length >= TIMERS_MAX) refuse('timer.tooMany');
    return [{ type: 'TimerCreated', data: { ...happened, title: command.title } }];
  }

  const timer = state.find((each) => each.timerId === timerId) ?? refuse('timer.missing', 'missing');
  const runs = timer.runningSince !== null;
  const paused = !runs && timer.elapsedMs > 0;
  switch (command.type) {
    case 'startTimer':
      return runs || paused ? [] : [{ type: 'TimerStarted', data: happened }];
    case 'pauseTimer':
      return runs ? [{ type: 'TimerPaused', data: { ...happened, elapsedMs: elapsedAt(timer, now) } }] : [];
    case 'resumeTimer':
      return paused ? [{ type: 'TimerResumed', data: happened }] : [];
    case 'stopTimer':
      return runs || paused ? [{ type: 'TimerStopped', data: happened }] : [];
    case 'removeTimer':
      return [{ type: 'TimerRemoved', data: happened }];
    default:
      return unreachable(command);
  }
};

/** Changes of a timer after its creation. */
export const timerChange = (
  event: Exclude<TimersEvent, { type: 'TimerCreated' | 'TimerRemoved' }>,
): Partial<RaceTimer> => {
  switch (event.type) {
    case 'TimerStarted':
    case 'TimerResumed':
      return { runningSince: event.data.at };
    case 'TimerPaused':
      return { runningSince: null, elapsedMs: event.data.elapsedMs };
    case 'TimerStopped':
      return { runningSince: null, elapsedMs: 0 };
    default:
      return unreachable(event);
  }
};

const evolve = (state: TimersState, event: TimersEvent): TimersState => {
  const { timerId } = event.data;
  switch (event.type) {
    case 'TimerCreated':
      return [...state, { timerId, title: event.data.title, runningSince: null, elapsedMs: 0 }];
    case 'TimerRemoved':
      return state.filter((timer) => timer.timerId !== timerId);
    case 'TimerStarted':
    case 'TimerPaused':
    case 'TimerResumed':
    case 'TimerStopped': {
      const change = timerChange(event);
      return state.map((timer) => (timer.timerId === timerId ? { ...timer, ...change } : timer));
    }
    default:
      return unreachable(event);
  }
};

export const timersDecider: Decider<TimersCommand, TimersEvent, TimersState> = {
  initialState: [],
  decide,
  evolve,
};
