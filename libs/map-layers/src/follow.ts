import { useEffect, useEffectEvent } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { placeOf } from './centre-on.js';
import { isInMiddle } from './middle.js';
import { projectionOf } from './near.js';
import type { LiveCarsSource } from './types.js';

const PAN_MS = 600;

export interface FollowOptions {
  readonly cars: LiveCarsSource;
  /** Invitation id, or null. */
  readonly follow: number | null;
  readonly stepped: boolean;
  readonly onFollowEnd: (() => void) | undefined;
}

/** Keeps one car in view until the user drags the map, or follows another car. */
export const useFollow = ({ cars, follow, stepped, onFollowEnd }: FollowOptions): void => {
  const { current: map } = useMap();
  // A new callback does not restart following.
  const ended = useEffectEvent(() => onFollowEnd?.());
  useEffect(() => {
    if (map === undefined || follow === null) return;
    const keep = (): void => {
      if (map.isMoving()) return;
      const lngLat = placeOf(cars, follow, stepped);
      if (lngLat === null) return;
      const { x, y } = projectionOf(map)(lngLat);
      const { clientWidth, clientHeight } = map.getContainer();
      if (isInMiddle(x, y, clientWidth, clientHeight)) return;
      map.easeTo({ center: lngLat, duration: stepped ? 0 : PAN_MS });
    };
    const end = (): void => {
      stop();
      ended();
    };
    const stop = cars.subscribe(keep);
    keep();
    map.on('dragstart', end);
    return () => {
      stop();
      map.off('dragstart', end);
    };
  }, [map, cars, follow, stepped]);
};
