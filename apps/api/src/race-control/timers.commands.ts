import { z } from 'zod';
import { timerRequest, type TimerRemovedAnswer, type TimerRow } from '@flagpost/contracts';
import { refuse, timersDecider, timersStream, type TimersCommand, type TimersState } from '@flagpost/domain';
import { actingUserId } from '../dispatch/acting-user.js';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { existingEventOfTimer, timerRowOf } from '../views/timers.projection.js';

type TimerChange = Exclude<TimersCommand['type'], 'createTimer' | 'removeTimer'>;

const rowOf = (timers: TimersState, timerId: number): TimerRow =>
  timerRowOf(timers.find((timer) => timer.timerId === timerId) ?? refuse('timer.missing', 'missing'));

export const createTimer = defineCommand({
  schema: timerRequest,
  right: 'timers.manage',
  ids: { timerId: 'timer' },
  serializedBy: null,
  outside: {},
  streams: ['timers'],
  async carryOut(
    { EventId, Title },
    { dependencies, caller, ids: { timerId }, now, send },
  ): Promise<TimerRow> {
    const race = await eventReads(dependencies.readModels).existing(EventId);
    const acted = { eventId: EventId, timerId, race, by: actingUserId(caller), now };
    const command = { type: 'createTimer', title: Title, ...acted } as const;
    return rowOf((await send(timersStream(EventId), timersDecider, command)).state, timerId);
  },
});

const timer = z.object({ timerId: id });
type Timer = z.infer<typeof timer>;

/** The fields of a timer command that the decider needs. */
const acted = async ({ timerId }: Timer, { dependencies, caller, now }: CommandTools) => {
  const eventId = await existingEventOfTimer(dependencies.readModels, timerId);
  const race = await eventReads(dependencies.readModels).existing(eventId);
  return { eventId, timerId, race, by: actingUserId(caller), now };
};

const timerChange = (type: TimerChange) =>
  defineCommand({
    schema: timer,
    right: 'timers.manage',
    ids: {},
    serializedBy: null,
    outside: {},
    streams: ['timers'],
    recognisedBy: 'stream',
    async carryOut(data, tools): Promise<TimerRow> {
      const command = { type, ...(await acted(data, tools)) };
      const { state } = await tools.send(timersStream(command.eventId), timersDecider, command);
      return rowOf(state, data.timerId);
    },
  });

export const startTimer = timerChange('startTimer');
export const pauseTimer = timerChange('pauseTimer');
export const resumeTimer = timerChange('resumeTimer');
export const stopTimer = timerChange('stopTimer');

export const removeTimer = defineCommand({
  schema: timer,
  right: 'timers.manage',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['timers'],
  async carryOut(data, tools): Promise<TimerRemovedAnswer> {
    const command = { type: 'removeTimer', ...(await acted(data, tools)) } as const;
    await tools.send(timersStream(command.eventId), timersDecider, command);
    return { TimerId: data.timerId };
  },
});

export const timerCommands = { createTimer, startTimer, pauseTimer, resumeTimer, stopTimer, removeTimer };
