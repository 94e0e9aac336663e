import { LIMITS, TIMERS_MAX } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { timersDecider, type TimersCommand, type TimersEvent } from './timers.js';

const eventId = 1;
const by = 22;
const race = { published: true, finishesAt: 100_000 };
const happened = (at: number, timerId = 61) => ({ eventId, timerId, by, at });

type Change = Exclude<TimersCommand['type'], 'createTimer'>;
const asked = (now: number, timerId = 61) => ({ eventId, timerId, race, by, now });
const create = (title: string, timerId = 61): TimersCommand => ({
  type: 'createTimer',
  title,
  ...asked(1_000, timerId),
});
const to = (type: Change, now: number, timerId = 61): TimersCommand => ({ type, ...asked(now, timerId) });
const everyChange: readonly Change[] = [
  'startTimer',
  'pauseTimer',
  'resumeTimer',
  'stopTimer',
  'removeTimer',
];

const created = (timerId = 61): TimersEvent => ({
  type: 'TimerCreated',
  data: { ...happened(1_000, timerId), title: 'Briefing' },
});
const started: TimersEvent = { type: 'TimerStarted', data: happened(2_000) };
const paused: TimersEvent = { type: 'TimerPaused', data: { ...happened(5_000), elapsedMs: 3_000 } };
const resumed: TimersEvent = { type: 'TimerResumed', data: happened(9_000) };
const stopped: TimersEvent = { type: 'TimerStopped', data: happened(10_000) };
const removed: TimersEvent = { type: 'TimerRemoved', data: happened(11_000) };

describe('creating a timer', () => {
  it('gives one that stands at zero', () => {
    given(timersDecider, []).when(create('Briefing')).then([created()]);
    given(timersDecider, [created()]).when(to('pauseTimer', 2_000)).then([]);
  });

  it('needs a title of at most 100 characters', () => {
    given(timersDecider, []).when(create(' ')).thenRefused('timer.titleRequired');
    given(timersDecider, [])
      .when(create('x'.repeat(LIMITS.name + 1)))
      .thenRefused('text.tooLong');
  });

  it('ends at the number that an event may have, until one is removed', () => {
    const full = Array.from({ length: TIMERS_MAX }, (_, index) => created(61 + index));
    given(timersDecider, full).when(create('Briefing', 99)).thenRefused('timer.tooMany');
    given(timersDecider, [...full, removed])
      .when(create('Briefing', 99))
      .then([created(99)]);
  });
});

describe('a timer', () => {
  it('is started from zero, once', () => {
    given(timersDecider, [created()]).when(to('startTimer', 2_000)).then([started]);
    given(timersDecider, [created(), started]).when(to('startTimer', 3_000)).then([]);
    given(timersDecider, [created(), started]).when(to('resumeTimer', 3_000)).then([]);
  });

  it('keeps what it counted while it is paused', () => {
    const running = [created(), started];
    given(timersDecider, running).when(to('pauseTimer', 5_000)).then([paused]);
    given(timersDecider, [...running, paused])
      .when(to('pauseTimer', 6_000))
      .then([]);
    given(timersDecider, [...running, paused])
      .when(to('startTimer', 6_000))
      .then([]);
  });

  it('goes on counting when it is resumed', () => {
    const stream = [created(), started, paused];
    given(timersDecider, stream).when(to('resumeTimer', 9_000)).then([resumed]);
    given(timersDecider, [...stream, resumed])
      .when(to('pauseTimer', 9_500))
      .then([{ type: 'TimerPaused', data: { ...happened(9_500), elapsedMs: 3_500 } }]);
  });

  it.each([
    { from: 'running', stream: [created(), started] },
    { from: 'paused', stream: [created(), started, paused] },
  ])('is back at zero when it is stopped while $from', ({ stream }) => {
    given(timersDecider, stream).when(to('stopTimer', 10_000)).then([stopped]);
    given(timersDecider, [...stream, stopped])
      .when(to('stopTimer', 11_000))
      .then([]);
    given(timersDecider, [...stream, stopped])
      .when(to('resumeTimer', 11_000))
      .then([]);
    const again: TimersEvent = { type: 'TimerStarted', data: happened(12_000) };
    given(timersDecider, [...stream, stopped])
      .when(to('startTimer', 12_000))
      .then([again]);
    given(timersDecider, [...stream, stopped, again])
      .when(to('pauseTimer', 12_700))
      .then([{ type: 'TimerPaused', data: { ...happened(12_700), elapsedMs: 700 } }]);
  });

  it('is removed for good', () => {
    given(timersDecider, [created(), started]).when(to('removeTimer', 11_000)).then([removed]);
    for (const change of everyChange) {
      given(timersDecider, [created(), removed]).when(to(change, 12_000)).thenRefused('timer.missing');
      given(timersDecider, []).when(to(change, 12_000)).thenRefused('timer.missing');
    }
  });

  it('leaves the others alone', () => {
    const state = [created(), created(62), started].reduce(timersDecider.evolve, timersDecider.initialState);
    expect(state).toEqual([
      { timerId: 61, title: 'Briefing', runningSince: 2_000, elapsedMs: 0 },
      { timerId: 62, title: 'Briefing', runningSince: null, elapsedMs: 0 },
    ]);
  });

  it('loses nothing to a clock that was set back', () => {
    given(timersDecider, [created(), started, paused, resumed])
      .when(to('pauseTimer', 8_000))
      .then([{ type: 'TimerPaused', data: { ...happened(8_000), elapsedMs: 3_000 } }]);
  });
});

describe('timers', () => {
  const commands = [create('Briefing'), ...everyChange.map((change) => to(change, 3_000))];

  it.each(commands)('of an event that is not published: $type is refused', (command) => {
    given(timersDecider, [created()])
      .when({ ...command, race: { ...race, published: false } })
      .thenRefused('event.unpublished');
  });

  it.each(commands)('of an event that is past: $type is refused', (command) => {
    given(timersDecider, [created()])
      .when({ ...command, now: race.finishesAt + 1 })
      .thenRefused('event.past');
  });
});
