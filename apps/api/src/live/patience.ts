import type { Transport } from './transport.js';

/** A viewer that took nothing for this many looks in a row, while something waited for it, is too slow. */
const LOOKS = 10;
/** Reliable messages kept for one viewer. */
const MAX_WAITING = 500;

interface Watch {
  taken: number;
  looks: number;
}

/** Judges who stays slow. Asked once a second for each viewer. */
export const createPatience = (transport: Pick<Transport, 'delivery'>) => {
  const watches = new Map<string, Watch>();
  return {
    exhausted(viewerId: string): boolean {
      const delivery = transport.delivery(viewerId);
      if (delivery === null) return false;
      if (delivery.waiting > MAX_WAITING) return true;
      const watch = watches.get(viewerId);
      if (watch === undefined || watch.taken !== delivery.taken || delivery.waiting === 0) {
        watches.set(viewerId, { taken: delivery.taken, looks: 0 });
        return false;
      }
      return ++watch.looks >= LOOKS;
    },
    forget: (viewerId: string) => void watches.delete(viewerId),
  };
};
