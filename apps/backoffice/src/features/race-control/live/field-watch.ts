import { RACE, type LatLng, type LiveCar } from '@flagpost/contracts';
import type { FieldNews } from '../state/messages.js';
import { isWithin } from './areas.js';

/** Finds in the states of cars what is more than positions: who stands outside the boxes, who falls silent. */
export interface FieldWatch {
  /**
   * Some cars as they are now, or with `isWhole` the whole field. Cars of frames that no snapshot has named are passed
   * over. Null: nothing that matters has changed.
   *
   * @param at server's clock, epoch ms
   */
  look(cars: readonly LiveCar[], at: number, isWhole: boolean): FieldNews | null;
}

/**
 * @param boxes the event's boxes: null where none are drawn, so that every car that stops stands outside; undefined
 *   while they are not known, so that nothing is said of any
 */
export const createFieldWatch = (boxes: () => readonly LatLng[] | null | undefined): FieldWatch => {
  const field = new Set<number>();
  const silent = new Set<number>();
  /** Stopped cars, and whether they stood outside the boxes when they stopped: a fix that trembles does not move a car. */
  const stopped = new Map<number, boolean>();

  const standsOutside = ({ lat, lng, offline }: LiveCar): boolean | undefined => {
    const area = boxes();
    // A car that is silent already may have been towed away long ago.
    if (offline || area === undefined || lat === null || lng === null) return undefined;
    return area === null || !isWithin({ lat, lng }, area);
  };

  /** What the server counts as silent since then; a snapshot tells of cars that have been silent for long. */
  const silentSince = ({ receivedAt }: LiveCar, at: number, isWhole: boolean): number =>
    isWhole && receivedAt !== null ? Math.min(at, receivedAt + RACE.offlineAfterMs) : at;

  return {
    look(cars, at, isWhole) {
      const news: FieldNews = { at, stood: [], left: [], silent: [], heard: [], heardCount: 0 };
      const forget = (id: number): void => {
        if (stopped.get(id) === true) news.left.push(id);
        stopped.delete(id);
      };
      if (isWhole) {
        const now = new Set(cars.map(({ invitationId }) => invitationId));
        for (const id of field) {
          if (now.has(id)) continue;
          field.delete(id);
          if (silent.delete(id)) news.heard.push(id);
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
          if (isOutside === true) news.stood.push(id);
        }
        if (car.offline === silent.has(id)) continue;
        if (!car.offline) {
          silent.delete(id);
          news.heard.push(id);
        } else {
          silent.add(id);
          // A car that was never heard has not fallen silent.
          if (car.receivedAt !== null) {
            news.silent.push({ invitationId: id, at: silentSince(car, at, isWhole) });
          }
        }
      }
      news.heardCount = field.size - silent.size;
      news.silent.sort((a, b) => a.at - b.at);
      const isNews = [news.stood, news.left, news.silent, news.heard].some(({ length }) => length > 0);
      return isNews ? news : null;
    },
  };
};
