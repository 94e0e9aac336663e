import { driveLock } from '../../../shared/stored-names.js';

export interface Wheel {
  /** Takes it from another tab. */
  steal(): void;
  release(): void;
}

/** Another tab has stolen the lock. After any other error the next request would fail too. */
const isStolen = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * One tab of a browser drives. `onDriving(false)`: another tab drives, or has taken the wheel; this one waits in line, and gets
 * it when the other is closed. Browsers without locks are those without geolocation too: both need a secure address.
 */
export const takeWheel = (secret: string, onDriving: (isDriving: boolean) => void): Wheel => {
  const { locks } = navigator as Partial<Navigator>;
  let isReleased = false;
  let release: () => void = () => undefined;
  /** Of the place in line. */
  let waiting = new AbortController();
  /** Until this tab releases it. Null: another tab has it. */
  const hold = async (lock: Lock | null): Promise<void> => {
    if (isReleased) return;
    onDriving(lock !== null);
    if (lock !== null) await new Promise<void>((resolve) => (release = resolve));
  };
  const request = async (manager: LockManager, options: LockOptions): Promise<void> => {
    try {
      await manager.request(driveLock(secret), options, hold);
    } catch (error) {
      if (isReleased || options.signal?.aborted === true) return;
      onDriving(false);
      if (!isStolen(error)) return;
    }
    if (isReleased) return;
    waiting = new AbortController();
    await request(manager, { signal: waiting.signal });
  };
  if (locks === undefined) onDriving(true);
  else void request(locks, { ifAvailable: true });
  return {
    steal() {
      waiting.abort();
      if (locks !== undefined) void request(locks, { steal: true });
    },
    release() {
      isReleased = true;
      waiting.abort();
      release();
    },
  };
};
