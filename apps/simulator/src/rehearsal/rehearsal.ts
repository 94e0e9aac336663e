import type { CheckAnswer, CircuitRouteAnswer, DeviceTokenAnswer, EventDetail } from '@flagpost/contracts';
import type { Clock, Scheduler } from '@flagpost/platform';
import { createOrderAnswers } from '../answer-orders.js';
import type { ApiClient } from '../api-client.js';
import { createPhone } from '../phone.js';
import { receiveOrders } from '../receive-orders.js';
import { ApiRefusal } from '../refusals.js';
import { courseOf, type Course } from './course.js';

/** A rehearsal that cannot begin. The message is a sentence. */
export class RehearsalError extends Error {
  override readonly name = 'RehearsalError';
}

export interface RehearsalOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly print: (sentence: string) => void;
}

const FIX_EVERY_MS = 1_000;
const FASTEST_KPH = 90;
const GRID_GAP_M = 20;
const CONFIRM_MS = { least: 2_000, step: 700, most: 6_000 } as const;
const ACCURACY_M = 5;

interface Car {
  readonly invitationId: number;
  readonly carNumber: string | null;
  readonly doors: DeviceTokenAnswer['doors'];
}

/**
 * Competitors as the check before the start lists them: those who rejected are left out unless they are authorised. A token that a rehearsal made is used again by the next one; a phone that got another one since keeps it. */
const enter = async (api: ApiClient, eventId: number): Promise<readonly Car[]> => {
  const { Cars: there } = await api.get<CheckAnswer>(`check/${eventId}`);
  const cars: Car[] = [];
  for (const { InvitationId: invitationId, CarNumber: carNumber } of there) {
    const path = `invitations/${invitationId}/deviceToken`;
    const { doors } = await api.post<DeviceTokenAnswer>(path, undefined, `rehearsal-${invitationId}-device`);
    cars.push({ invitationId, carNumber, doors });
  }
  return cars;
};

/** Drives one car at 1 Hz and answers its orders as its phone and driver would. */
const drive = (
  { clock, scheduler, print }: RehearsalOptions,
  { carNumber, doors }: Car,
  index: number,
  course: Course,
  gapM: number,
): { stop(): void } => {
  const phone = createPhone({
    doors: [doors.positions],
    scheduler,
    sent: { accepted: 0, dropped: {} },
    onEnded: () => print(`Car ${carNumber ?? 'without a number'} has another phone now.`),
  });
  const confirmAfterMs =
    CONFIRM_MS.least + ((index * CONFIRM_MS.step) % (CONFIRM_MS.most - CONFIRM_MS.least));
  const orders = receiveOrders({
    door: doors.orders,
    scheduler,
    onOrders: createOrderAnswers({
      ...{ phone, clock, scheduler },
      ...{ confirmAfterMs, answerAfterMs: confirmAfterMs },
    }),
  });
  const speedKph = FASTEST_KPH - (index % 20);
  const began = clock.now();
  const timer = scheduler.every(FIX_EVERY_MS, () => {
    const t = clock.now();
    const metres = ((t - began) / 3_600) * speedKph - (index + 1) * gapM;
    const { place, headingDeg } = course.at(metres);
    phone.record({ t, ...place, speedKph, headingDeg: Math.round(headingDeg) % 360, accuracyM: ACCURACY_M });
    phone.flush();
  });
  return {
    stop() {
      timer.cancel();
      orders.stop();
      phone.stop();
    },
  };
};

/**
 * Drives the competitors of an event, also those who are not authorised yet, round its own track, before the event or in it.
 *
 * @throws {RehearsalError} if there is no such event, no track or nobody to drive
 */
export const startRehearsal = async (
  options: RehearsalOptions,
  eventId: number,
): Promise<{ stop(): void }> => {
  const { api, print } = options;
  const event = await api.get<EventDetail>(`events/${eventId}`).catch((cause: unknown) => {
    if (!(cause instanceof ApiRefusal) || cause.statusCode !== 404) throw cause;
    throw new RehearsalError(`There is no event ${eventId}.`, { cause });
  });
  const { track } = await api.get<CircuitRouteAnswer>(`circuitRoutes/${eventId}`);
  const course = courseOf(track);
  if (course === null) throw new RehearsalError(`Event ${eventId} has no track to drive on.`);
  const cars = await enter(api, eventId);
  if (cars.length === 0) throw new RehearsalError(`Event ${eventId} has no competitor who could drive.`);
  const gapM = Math.min(GRID_GAP_M, course.lengthM / (cars.length + 1));
  const driven = cars.map((car, index) => drive(options, car, index, course, gapM));
  const field = cars.length === 1 ? 'one car drives' : `${cars.length} cars drive`;
  print(`The rehearsal of '${event.eveName}' runs: ${field}. Stop with Ctrl+C.`);
  return { stop: () => driven.forEach((car) => car.stop()) };
};
