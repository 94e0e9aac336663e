import { RACE, type LiveCar, type LiveFrame } from '@flagpost/contracts';
import { epochAt } from './laps.js';
import type { CarState, Race } from './state.js';

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** A car's entry in a frame. Laps of an epoch that a reset has ended are not shown. */
export const liveCar = (car: CarState, shownEpoch: number): LiveCar => {
  const { laps } = car;
  const current = laps.epoch >= shownEpoch;
  return {
    invitationId: car.invitationId,
    receivedAt: orNull(car.receivedAt),
    t: orNull(car.t),
    lat: orNull(car.lat),
    lng: orNull(car.lng),
    speedKph: car.speedKph,
    headingDeg: orNull(car.headingDeg),
    battery: orNull(car.battery),
    lapEpoch: current ? laps.epoch : shownEpoch,
    counter: current ? laps.counter : 0,
    lastLapMs: current ? orNull(laps.lastLapMs) : null,
    bestLapMs: current ? orNull(laps.bestLapMs) : null,
    offline: car.offline,
    stopped: car.stopped,
    sos: car.sos,
  };
};

/**
 * The cars of a race that changed or were last sent 5 s ago; null if there are none. An unauthorised car is sent only
 * for its SOS, and once more when that ends.
 */
export const takeFrame = (race: Race, now: number): LiveFrame | null => {
  const shownEpoch = epochAt(race.setup?.lapEpochs ?? [], now).epoch;
  const reset = shownEpoch !== race.shownEpoch;
  race.shownEpoch = shownEpoch;
  // Cars are gone through ten times a second, and mostly none of them is due: then one field of each is read.
  const mayBeDue = reset || !(now - race.sentSince < RACE.wholeStateEveryMs);
  let sentSince = now;
  const cars: LiveCar[] = [];
  for (const car of race.cars.values()) {
    if (!car.changed && !mayBeDue) continue;
    if (!car.authorized && !car.sos && !car.sentSos) continue;
    if (!reset && !car.changed && now - car.sentAt < RACE.wholeStateEveryMs) {
      sentSince = Math.min(sentSince, car.sentAt);
      continue;
    }
    cars.push(liveCar(car, shownEpoch));
    car.changed = false;
    car.sentAt = now;
    car.sentSos = car.sos;
  }
  if (mayBeDue) race.sentSince = sentSince;
  return cars.length === 0 ? null : { eventId: race.eventId, serverTime: now, cars };
};
