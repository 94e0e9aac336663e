import type { TimerRemovedAnswer, TimerRequest, TimerRow } from '@flagpost/contracts';
import { refuse, timersDecider, timersStream, type TimersCommand, type TimersState } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { raceOf, userOf } from './race-control.commands.js';
import { eventOfTimer, timerRowOf } from './timers.projection.js';

/** What race control does with its timers. */
export type TimerChange = Exclude<TimersCommand['type'], 'createTimer' | 'removeTimer'>;

const rowOf = (timers: TimersState, timerId: number): TimerRow =>
  timerRowOf(timers.find((timer) => timer.timerId === timerId) ?? refuse('timer.missing', 'missing'));

export const createTimer = (readModels: ReadModels, caller: Caller, { EventId, Title }: TimerRequest) =>
  new Submit(caller, { timerId: 'timer' }, async ({ ids: { timerId }, now, send }): Promise<TimerRow> => {
    const race = await raceOf(readModels, EventId);
    const acted = { eventId: EventId, timerId, race, by: userOf(caller), now };
    const command = { type: 'createTimer', title: Title, ...acted } as const;
    return rowOf((await send(timersStream(EventId), timersDecider, command)).state, timerId);
  });

export const changeTimer = (readModels: ReadModels, caller: Caller, timerId: number, type: TimerChange) =>
  new Submit(caller, {}, async ({ now, send }): Promise<TimerRow> => {
    const eventId = (await eventOfTimer(readModels, timerId)) ?? refuse('timer.missing', 'missing');
    const race = await raceOf(readModels, eventId);
    const command = { type, eventId, timerId, race, by: userOf(caller), now };
    return rowOf((await send(timersStream(eventId), timersDecider, command)).state, timerId);
  });

export const removeTimer = (readModels: ReadModels, caller: Caller, timerId: number) =>
  new Submit(caller, {}, async ({ now, send }): Promise<TimerRemovedAnswer> => {
    const eventId = (await eventOfTimer(readModels, timerId)) ?? refuse('timer.missing', 'missing');
    const race = await raceOf(readModels, eventId);
    const command = { type: 'removeTimer', eventId, timerId, race, by: userOf(caller), now } as const;
    await send(timersStream(eventId), timersDecider, command);
    return { TimerId: timerId };
  });
