import { useEffect, useState } from 'react';
import type { Size } from './canvas-view.js';

/** The size of an element, followed; null before it has one. */
export const useSize = (element: HTMLElement | null): Size | null => {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (element === null) return undefined;
    const look = (): void => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0 && clientHeight > 0) setSize({ widthPx: clientWidth, heightPx: clientHeight });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
};
