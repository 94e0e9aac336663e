const TICK_MS = 100;

/**
 * Counts whole seconds down to `onEnd`, by the clock and not by its own ticks: a hidden page's ticks are throttled, but
 * a single timeout fires at most a second late there. Returns a function that cancels it.
 */
export const countDown = (
  seconds: number,
  { onLeft, onEnd }: { onLeft: (seconds: number) => void; onEnd: () => void },
): (() => void) => {
  const endsMs = performance.now() + seconds * 1_000;
  const stop = (): void => {
    window.clearTimeout(end);
    window.clearInterval(ticks);
  };
  const look = (): void => {
    const leftMs = endsMs - performance.now();
    if (leftMs > 0) {
      onLeft(Math.ceil(leftMs / 1_000));
      return;
    }
    stop();
    onEnd();
  };
  const end = window.setTimeout(look, seconds * 1_000);
  const ticks = window.setInterval(look, TICK_MS);
  return stop;
};
