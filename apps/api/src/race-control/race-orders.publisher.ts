import { parseCarKey, TOPICS } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import type { EventEffect } from '../views/event-effects.js';
import { publishByEvent } from './event-topic.publisher.js';
import { readRaceOrders } from './race-orders.js';

type Parts = Parameters<typeof publishByEvent>;

/** Confirmations of a flag by a whole field are published together: a device knows its own. */
const EFFECTS: Partial<Record<FlagpostEvent['type'], EventEffect['setup']>> = {
  FlagSent: 'changed',
  TestFlagSent: 'changed',
  FlagWithdrawn: 'changed',
  FlagsCleared: 'changed',
  FlagConfirmed: 'changedSoon',
  SosRaised: 'changed',
  SosAcknowledged: 'changed',
  SosCleared: 'changed',
  CarStopped: 'changed',
  CarDroveOn: 'changed',
  OkReported: 'changed',
  InvitationAuthorized: 'changed',
  InvitationUnauthorized: 'changed',
  InvitationDeleted: 'changed',
  SectorChanged: 'changedSoon',
  SectorDeleted: 'changedSoon',
  EventPostponed: 'changed',
  EventDeleted: 'changed',
};

/** Keeps the topic `race.orders` equal to the views: what each authorised car of a current event has to show
 * and to confirm, whether its driver is to be asked, and how far the SOS of any car is answered. */
export const publishRaceOrders = (dependencies: Parts[0], projector: Parts[1]) =>
  publishByEvent(dependencies, projector, {
    name: 'race orders',
    topic: TOPICS.orders,
    eventIdOf: (key) => parseCarKey(key)?.eventId ?? null,
    whenChanged: ({ type }) => EFFECTS[type] ?? 'same',
    isOwed: (topic, eventId) => topic.keys(eventId).length > 0,
    async read(eventId, isOver) {
      const orders = await readRaceOrders(dependencies.readModels, eventId);
      return orders === null ? null : [isOver ? [] : orders];
    },
  });
