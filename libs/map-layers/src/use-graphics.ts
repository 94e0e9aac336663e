import { useEffect, useState, useSyncExternalStore } from 'react';
import { createGraphics, type Graphics, type GraphicsControl, type GraphicsState } from './graphics.js';

interface GraphicsOptions {
  /** Each rise asks for WebGL again. */
  readonly retries: number;
  readonly onGraphics: ((graphics: Graphics) => void) | undefined;
}

/** The graphics of one map in this page. */
export const useGraphics = ({ retries, onGraphics }: GraphicsOptions): [GraphicsState, GraphicsControl] => {
  const [control] = useState(() =>
    createGraphics({
      nowMs: () => performance.now(),
      isHidden: () => document.hidden,
      after(ms, callback) {
        const timer = window.setTimeout(callback, ms);
        return () => window.clearTimeout(timer);
      },
    }),
  );
  const state = useSyncExternalStore(control.subscribe, () => control.state);

  useEffect(() => {
    document.addEventListener('visibilitychange', control.show);
    return () => {
      document.removeEventListener('visibilitychange', control.show);
      control.stop();
    };
  }, [control]);

  useEffect(() => {
    if (retries > 0) control.retry();
  }, [control, retries]);

  useEffect(() => onGraphics?.(state.graphics), [onGraphics, state.graphics]);

  return [state, control];
};
