import type { LatLng } from '@flagpost/contracts';

export const HOME = { lat: 44.6, lng: 8.157, zoom: 14 };

/** A winding circuit of about 8 km around `HOME`, of so many points. */
export const circuitOf = (points: number): LatLng[] =>
  Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const radius = 0.01 + 0.002 * Math.sin(7 * angle);
    return {
      lat: Number((HOME.lat + radius * Math.sin(angle)).toFixed(7)),
      lng: Number((HOME.lng + 1.4 * radius * Math.cos(angle)).toFixed(7)),
    };
  });

/** The point that is dragged, away from the ends. */
export const draggedOf = (points: number): number => Math.floor(points / 3);
