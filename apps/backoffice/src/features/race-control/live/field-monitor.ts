import { RACE, type LatLng, type LiveCar } from '@flagpost/contracts';
import { isWithin } from '@flagpost/telemetry';
import type { FieldChange } from '../state/messages.js';

/** Detects changes in the field other than positions: cars that stop outside the boxes, cars that go silent. */
export interface FieldMonitor {
  /**
   * Compares the current state of some cars, or with `isWhole` of the whole field, with the previous one. Ignores cars that no
   * snapshot has named. Null if nothing relevant has changed.
   *
   * @param at server's clock, epoch ms
   */
  look(cars: readonly LiveCar[], at: number, isWhole: boolean): FieldChange | null;
}

/**
 * @param boxes the event's boxes: null if none are drawn, so that every stopped car counts as outside; undefined while they
 *   are unknown, so that no stopped car is reported
 */
export const createFieldMonitor = (boxes: () => readonly LatLng[] | null | undefined): FieldMonitor => {
  const field = new Set<number>();
  const silent = new Set<number>();
  /** Stopped cars, and whether they were outside the boxes when they stopped: position noise does not change it. */
  const stopped = new Map<number, boolean>();

  const standsOutside = ({ lat, lng, offline }: LiveCar): boolean | undefined => {
    const area = boxes();
    // A silent car may have been towed away meanwhile.
    if (offline || area === undefined || lat === null || lng === null) return undefined;
    return area === null || !isWithin({ lat, lng }, area);
  };

  /** Since when the server counts the car as silent; a snapshot contains cars that have been silent for long. */
  const silentSince = ({ receivedAt }: LiveCar, at: number, isWhole: boolean): number =>
    isWhole && receivedAt !== null ? Math.min(at, receivedAt + RACE.offlineAfterMs) : at;

  return {
    look(cars, at, isWhole) {
      const change: FieldChange = { at, stood: [], left: [], silent: [], heard: [], heardCount: 0 };
      const forget = (id: number): void => {
        if (stopped.get(id) === true) change.left.push(id);
        stopped.delete(id);
      };
      if (isWhole) {
        const now = new Set(cars.map(({ invitationId }) => invitationId));
        for (const id of field) {
          if (now.has(id)) continue;
          field.delete(id);
          if (silent.delete(id)) change.heard.push(id);
          forget(id);
        }
        for (const id of now) field.add(id);
      }
      for (const car of cars) {
        const id = car.invitationId;
        if (!field.has(id)) continue;
        if (!car.stopped) forget(id);
        else if (!stopped.has(id)) {
          const isOutside = standsOutside(car);
          if (isOutside !== undefined) stopped.set(id, isOutside);
          if (isOutside === true) change.stood.push(id);
        }
        if (car.offline === silent.has(id)) continue;
        if (!car.offline) {
          silent.delete(id);
          change.heard.push(id);
        } else {
          silent.add(id);
          // A car that was never heard did not go silent.
          if (car.receivedAt !== null) {
            change.silent.push({ invitationId: id, at: silentSince(car, at, isWhole) });
          }
        }
      }
      change.heardCount = field.size - silent.size;
      change.silent.sort((a, b) => a.at - b.at);
      const isNews = [change.stood, change.left, change.silent, change.heard].some(
        ({ length }) => length > 0,
      );
      return isNews ? change : null;
    },
  };
};
