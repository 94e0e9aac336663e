import { NO_FLAGS, RACING_WITHIN_MS, type LiveCar, type Snapshot } from '@flagpost/contracts';
import { liveOf, type LiveField, type ShownCar } from './live-field.js';

/** Cars that may not run any more: each is drawn greyed for a while, and is no row. Times are `performance.now()`. */
export interface TakenOff {
  has(invitationId: number): boolean;
  add(invitationId: number, untilMs: number): void;
  /** Those of a snapshot, and those before it whose time is not over, as they are drawn. */
  begin(
    snapshot: Pick<Snapshot, 'serverTime' | 'cars' | 'takenOff'>,
    former: LiveField,
    nowMs: number,
  ): { live: LiveCar; CarNumber: string }[];
  /** Those whose time is over. */
  over(nowMs: number): number[];
}

/** One that was taken off shows no flag and stays as visible as it was. */
export const takenOffControl = (former: ShownCar | undefined): ShownCar => ({
  flags: NO_FLAGS,
  alarm: false,
  visible: former?.visible === true,
});

export const createTakenOff = (): TakenOff => {
  const until = new Map<number, number>();
  const over = (nowMs: number): number[] => [...until].filter(([, ms]) => ms <= nowMs).map(([id]) => id);
  return {
    has: (invitationId) => until.has(invitationId),
    add: (invitationId, untilMs) => void until.set(invitationId, untilMs),
    begin({ serverTime, cars, takenOff }, former, nowMs) {
      for (const { live, TakenOffAt } of takenOff)
        until.set(live.invitationId, nowMs + RACING_WITHIN_MS - (serverTime - Date.parse(TakenOffAt)));
      for (const { live } of cars) until.delete(live.invitationId);
      for (const id of over(nowMs)) until.delete(id);
      const toldById = new Map(takenOff.map((car) => [car.live.invitationId, car]));
      return [...until.keys()].flatMap((invitationId) => {
        const live = liveOf(former, invitationId);
        if (live === undefined) return toldById.get(invitationId) ?? [];
        return {
          live: { ...live, offline: true, stopped: false, sos: false },
          CarNumber: former.carNumbers[former.indexOf(invitationId) ?? -1] ?? '',
        };
      });
    },
    over,
  };
};
