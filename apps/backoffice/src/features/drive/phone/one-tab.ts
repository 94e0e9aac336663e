import { driveLock } from '../../../shared/stored-names.js';

export interface Wheel {
  /** Takes it from another tab. */
  steal(): void;
  release(): void;
}

/**
 * One tab of a browser drives. `onDriving(false)` says that another tab has the wheel, or has taken it; this one gets it when
 * the other is closed. Browsers without locks are those without geolocation too: both need a secure address.
 */
export const takeWheel = (secret: string, onDriving: (isDriving: boolean) => void): Wheel => {
  const { locks } = navigator as Partial<Navigator>;
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  const hold = (lock: Lock | null): Promise<void> | undefined => {
    if (waiting.signal.aborted) return undefined;
    onDriving(lock !== null);
    return lock === null ? undefined : new Promise((resolve) => (release = resolve));
  };
  const ask = async (options: LockOptions): Promise<void> => {
    try {
      await locks?.request(driveLock(secret), options, hold);
    } catch {
      if (!waiting.signal.aborted) onDriving(false); // another tab has taken it
    }
  };
  const first = async (): Promise<void> => {
    if (locks === undefined) {
      onDriving(true);
      return;
    }
    const mine = await locks.request(driveLock(secret), { ifAvailable: true }, async (lock) => {
      await hold(lock);
      return lock !== null;
    });
    if (!mine) await ask({ signal: waiting.signal });
  };
  first().catch(() => {
    if (!waiting.signal.aborted) onDriving(false);
  });
  return {
    steal: () => void ask({ steal: true }),
    release() {
      waiting.abort();
      release();
    },
  };
};
