import type {
  CheckAnswer,
  CheckCar,
  CircuitRouteAnswer,
  DeviceTokenAnswer,
  EventDetail,
} from '@flagpost/contracts';
import type { Clock, Scheduler } from '@flagpost/platform';
import { createOrderAnswers } from '../answer-orders.js';
import type { ApiClient } from '../api-client.js';
import type { RehearsalRequest } from '../arguments.js';
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
/** The name of these phones at the doors: by it the next rehearsal knows them from devices of the drivers. */
const APP = 'rehearsal';

interface Car {
  readonly invitationId: number;
  readonly carNumber: string | null;
  readonly doors: DeviceTokenAnswer['doors'];
}

const hasOwnDevice = ({ HasDevice, App }: CheckCar): boolean => HasDevice && App !== APP;

/**
 * Competitors as the check before the start lists them: those who rejected are left out unless they are authorised. A new token
 * ends the one before, so a car with a device of its own is left out unless that is to be replaced.
 *
 * @throws {RehearsalError} if there is nobody to drive
 */
const enter = async (
  { api, print }: RehearsalOptions,
  { eventId, replace }: RehearsalRequest,
): Promise<readonly Car[]> => {
  const { Cars: there } = await api.get<CheckAnswer>(`check/${eventId}`);
  if (there.length === 0) throw new RehearsalError(`Event ${eventId} has no competitor who could drive.`);
  const driven = replace ? there : there.filter((car) => !hasOwnDevice(car));
  if (driven.length === 0)
    throw new RehearsalError(
      `All competitors of event ${eventId} have devices of their own. With --replace they are driven, and these devices end.`,
    );
  const leftOut = there.length - driven.length;
  if (leftOut === 1)
    print(
      'One car is left out: it has a device of its own. With --replace it is driven too, and this device ends.',
    );
  else if (leftOut > 1)
    print(
      `${leftOut} cars are left out: they have devices of their own. With --replace they are driven too, and these devices end.`,
    );
  const cars: Car[] = [];
  for (const { InvitationId: invitationId, CarNumber: carNumber } of driven) {
    const { doors } = await api.post<DeviceTokenAnswer>(`invitations/${invitationId}/deviceToken`);
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
  const positions = new URL(doors.positions);
  positions.searchParams.set('app', APP);
  const phone = createPhone({
    doors: [positions.href],
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
  request: RehearsalRequest,
): Promise<{ stop(): void }> => {
  const { api, print } = options;
  const { eventId } = request;
  const event = await api.get<EventDetail>(`events/${eventId}`).catch((cause: unknown) => {
    if (!(cause instanceof ApiRefusal) || cause.statusCode !== 404) throw cause;
    throw new RehearsalError(`There is no event ${eventId}.`, { cause });
  });
  const { track } = await api.get<CircuitRouteAnswer>(`circuitRoutes/${eventId}`);
  const course = courseOf(track);
  if (course === null) throw new RehearsalError(`Event ${eventId} has no track to drive on.`);
  const cars = await enter(options, request);
  const gapM = Math.min(GRID_GAP_M, course.lengthM / (cars.length + 1));
  const driven = cars.map((car, index) => drive(options, car, index, course, gapM));
  const field = cars.length === 1 ? 'one car drives' : `${cars.length} cars drive`;
  print(`The rehearsal of '${event.eveName}' runs: ${field}. Stop with Ctrl+C.`);
  return { stop: () => driven.forEach((car) => car.stop()) };
};
