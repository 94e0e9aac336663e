import { useEffect } from 'react';

/** Calls back once the component has been painted. */
export const useShown = (onShown: () => void): void => {
  useEffect(() => {
    const frame = requestAnimationFrame(onShown);
    return () => cancelAnimationFrame(frame);
  }, [onShown]);
};
