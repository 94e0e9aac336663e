import { useEffect, useRef, type RefObject } from 'react';

/** Calls back when a canvas inside the element has lost its WebGL context. */
export const useContextLoss = (onLost: () => void): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    // The event does not bubble; it is caught in the capture phase, before MapLibre removes its style.
    element?.addEventListener('webglcontextlost', onLost, true);
    return () => element?.removeEventListener('webglcontextlost', onLost, true);
  }, [onLost]);
  return frame;
};
