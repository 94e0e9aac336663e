import { useEffect, useState } from 'react';

/** Often enough that no second is seen late. */
const REDRAW_MS = 200;

/** `performance.now()`, as it goes on while a timer runs. */
export const useTimerClock = (isRunning: boolean): number => {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = window.setInterval(() => setNowMs(performance.now()), REDRAW_MS);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return nowMs;
};
