import maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { ErrorEvent } from 'react-map-gl/maplibre';

// A browser opens six connections to a server: flags must always find a free one.
maplibre.config.MAX_PARALLEL_IMAGE_REQUESTS = 3;
maplibre.config.MAX_PARALLEL_IMAGE_REQUESTS_PER_FRAME = 3;

/** Never changed: layers and sources are added and removed individually, so that none is lost. */
export const EMPTY_STYLE: maplibre.StyleSpecification = { version: 8, sources: {}, layers: [] };

/** deck.gl needs WebGL 2: a browser without it gets the plain map. */
export const WEBGL_2 = { contextType: 'webgl2' } as const;

/** Whether no map could be made, as there is no WebGL 2. One that was made is the target of its errors. */
export const isWithoutMap = ({ target }: ErrorEvent): boolean =>
  (target as ErrorEvent['target'] | null) === null;

export { maplibre };
