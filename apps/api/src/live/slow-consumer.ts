import type { Transport } from './transport.js';

/** A viewer is too slow if it received nothing in this many consecutive checks while messages waited for it. */
const MAX_STALLED_CHECKS = 10;
/** Reliable messages queued for one viewer. */
const MAX_WAITING = 500;

interface Watch {
  taken: number;
  checks: number;
}

/** Detects slow consumers; to be called once a second for each viewer. */
export const createSlowConsumers = (transport: Pick<Transport, 'delivery'>) => {
  const watches = new Map<string, Watch>();
  return {
    isSlow(viewerId: string): boolean {
      const delivery = transport.delivery(viewerId);
      if (delivery === null) return false;
      if (delivery.waiting > MAX_WAITING) return true;
      const watch = watches.get(viewerId);
      if (watch === undefined || watch.taken !== delivery.taken || delivery.waiting === 0) {
        watches.set(viewerId, { taken: delivery.taken, checks: 0 });
        return false;
      }
      return ++watch.checks >= MAX_STALLED_CHECKS;
    },
    forget: (viewerId: string) => void watches.delete(viewerId),
  };
};
