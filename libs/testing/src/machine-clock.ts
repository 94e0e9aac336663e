import { steadyClock, type Clock } from '@flagpost/platform';
import type { VirtualTime } from './virtual-time.js';

/** The clock of a process over virtual time, on a machine whose own clock can be set. */
export const machineClock = (time: VirtualTime): { readonly clock: Clock; set(byMs: number): void } => {
  let setBy = 0;
  return {
    clock: steadyClock(
      () => time.now() + setBy,
      () => time.now(),
    ),
    set: (byMs) => void (setBy += byMs),
  };
};
