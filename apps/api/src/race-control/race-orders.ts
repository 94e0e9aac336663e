import { carKey, NO_ORDERS, type CarOrder, type CarOrders } from '@flagpost/contracts';
import { flagsOf, unconfirmedOrders } from '@flagpost/domain';
import type { Message } from '@flagpost/messaging';
import type { ReadModels } from '@flagpost/read-models';
import { openSosOf } from '../views/alerts.projection.js';
import { openTest } from '../views/checks.projection.js';
import { flagsInUse } from '../views/flags.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { raceReads } from '../views/race.projection.js';
import { routeReads } from '../views/routes.projection.js';
import { openStopsOf } from '../views/stops.projection.js';

/** The value for a car that has nothing to show; such a car has no key. */
const NOTHING = JSON.stringify(NO_ORDERS);

/** The cars that a test is sent to: authorised or not, as they are checked before that. */
export const testedCars = async (readModels: ReadModels, eventId: number): Promise<readonly number[]> =>
  (await invitationReads(readModels).notRejected(eventId)).map(({ invitationId }) => invitationId);

/** Numbers of the sectors of an event, by id. They are with the route, which is large. */
const sectorNumbers = async (
  readModels: ReadModels,
  eventId: number,
): Promise<ReadonlyMap<number, number>> => {
  const { sectors } = await routeReads(readModels).get(eventId);
  return new Map(sectors.map(({ sectorId, number }) => [sectorId, number]));
};

/** The values of `race.orders` of an event, read from the views; null if there is no such event. */
export const readRaceOrders = async (
  readModels: ReadModels,
  eventId: number,
): Promise<readonly Message[] | null> => {
  const race = await raceReads(readModels).get(eventId);
  if (race === null) return null;
  const { flags, withdrawals } = await flagsInUse(readModels, eventId);
  const inForce = Object.entries(race.board.sectors);
  const isOfSectors = inForce.length > 0 || flags.some(({ sectorId }) => sectorId !== null);
  const numbers = isOfSectors ? await sectorNumbers(readModels, eventId) : new Map<number, number>();
  const inSectors = inForce.flatMap(([sectorId, { code }]) => {
    const sector = numbers.get(Number(sectorId));
    return sector === undefined ? [] : [{ sector, code }];
  });
  const inSos = await openSosOf(readModels, eventId);
  const open = await openTest(readModels, eventId);
  const tested = new Set(open === null ? [] : await testedCars(readModels, eventId));
  const testOf = (car: number): Pick<CarOrders, 'test'> =>
    open !== null && tested.has(car) ? { test: { id: open.testId, sentAt: open.at } } : {};
  const stops = await openStopsOf(readModels, eventId);
  const authorized = new Set(race.authorized);
  const unconfirmedOf = unconfirmedOrders(flags, withdrawals);
  const ordersOf = (car: number): CarOrders => {
    const sos = inSos.get(car) ?? null;
    if (!authorized.has(car)) return { ...NO_ORDERS, sos, ...testOf(car) };
    const { track, driver } = flagsOf(race.board, car);
    const unconfirmed = unconfirmedOf(car).map(({ id, type, code, message, sectorId, sentAt }): CarOrder => {
      const sector = sectorId === null ? null : (numbers.get(sectorId) ?? null);
      return { id, type, code, message, sector, sentAt };
    });
    const stop = stops.get(car);
    const question = stop === undefined || stop.isAnswered ? null : { since: stop.since };
    return { track, driver, sectors: inSectors, unconfirmed, sos, question, ...testOf(car) };
  };
  /** A flag to a whole field gives its cars the same text, which is kept once. */
  const texts = new Map<string, string>();
  const textOf = (orders: CarOrders): string => {
    const text = JSON.stringify(orders);
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
  // An SOS is taken from every car.
  return [...new Set([...race.authorized, ...inSos.keys(), ...tested])]
    .map((car) => ({ key: carKey(eventId, car), value: textOf(ordersOf(car)) }))
    .filter(({ value }) => value !== NOTHING);
};
