/** Keeps the screen on while the page is in front; browsers end the lock whenever it is not. */
export const stayAwake = (onState: (isAwake: boolean) => void): (() => void) => {
  const { wakeLock } = navigator as Partial<Navigator>;
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const isStopped = (): boolean => isOver;
  const ask = async (): Promise<void> => {
    if (isStopped() || document.visibilityState !== 'visible' || wakeLock === undefined) return;
    try {
      lock = await wakeLock.request('screen');
      if (isStopped()) {
        await lock.release();
        return;
      }
      lock.addEventListener('release', () => onState(false));
      onState(true);
    } catch {
      onState(false); // the battery is low, or the browser does not allow it
    }
  };
  const onVisible = (): void => void ask();
  document.addEventListener('visibilitychange', onVisible);
  onVisible();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
};
