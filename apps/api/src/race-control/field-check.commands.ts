import { z } from 'zod';
import { CAR_TROUBLES } from '@flagpost/contracts';
import { fieldCheckDecider, fieldCheckStream } from '@flagpost/domain';
import { actingUserId } from '../dispatch/acting-user.js';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { raceReads } from '../views/race.projection.js';
import { testedCars } from './race-orders.js';

const count = z.number().int().nonnegative();
const found = z.object({
  cars: count,
  well: count,
  troubled: z
    .array(z.object({ invitationId: id, troubles: z.array(z.enum(CAR_TROUBLES)).readonly() }))
    .readonly(),
});

/** What the check of the cars found, which the route has judged by what the doors know now. */
export const recordFieldCheck = defineCommand({
  schema: z.object({ eventId: id, found }),
  right: 'check.record',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['check'],
  async carryOut({ eventId, found: what }, { dependencies, caller, now, send }): Promise<void> {
    const { finishesAt } = await eventReads(dependencies.readModels).existing(eventId);
    const acted = { eventId, finishesAt, by: actingUserId(caller), now };
    await send(fieldCheckStream(eventId), fieldCheckDecider, {
      type: 'recordFieldCheck',
      found: what,
      ...acted,
    });
  },
});

/** To every competitor of the event who has not rejected; the publisher of orders tells their devices. */
export const sendTestFlag = defineCommand({
  schema: z.object({ eventId: id }),
  right: 'check.record',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['check'],
  async carryOut({ eventId }, { dependencies, caller, now, send }): Promise<void> {
    const { readModels } = dependencies;
    const { finishesAt, board } = await raceReads(readModels).existing(eventId);
    const cars = await testedCars(readModels, eventId);
    await send(fieldCheckStream(eventId), fieldCheckDecider, {
      type: 'sendTestFlag',
      cars: cars.length,
      hasTrackFlag: board.forAll.track !== null || Object.keys(board.sectors).length > 0,
      eventId,
      finishesAt,
      by: actingUserId(caller),
      now,
    });
  },
});

export const fieldCheckCommands = { recordFieldCheck, sendTestFlag };
