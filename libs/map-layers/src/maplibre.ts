import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';

maplibre.setWorkerUrl(workerUrl);
// A browser opens six connections to a server: flags must always find a free one.
maplibre.config.MAX_PARALLEL_IMAGE_REQUESTS = 3;
maplibre.config.MAX_PARALLEL_IMAGE_REQUESTS_PER_FRAME = 3;

/** Never changed: layers and sources are added and removed individually, so that none is lost. */
export const EMPTY_STYLE: maplibre.StyleSpecification = { version: 8, sources: {}, layers: [] };

/** Brings MapLibre's worker into the browser's cache. @throws {TypeError} without a network */
export const fetchWorker = async (): Promise<void> => {
  await fetch(workerUrl);
};

export { maplibre };
