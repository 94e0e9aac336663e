import type { LatLng } from '@flagpost/contracts';
import maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { TerraDraw, TerraDrawLineStringMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Open } from './main.js';

/** Points on either side of the dragged one that the part has. */
const PART_POINTS = 50;

const lineOf = (points: readonly LatLng[]) => ({
  type: 'Feature' as const,
  geometry: { type: 'LineString' as const, coordinates: points.map(({ lat, lng }) => [lng, lat]) },
});

const openMap = async (container: HTMLElement, middle: LatLng, zoom: number): Promise<maplibre.Map> => {
  const map = new maplibre.Map({
    container,
    style: { version: 8, sources: {}, layers: [] },
    center: [middle.lng, middle.lat],
    zoom,
    attributionControl: false,
    fadeDuration: 0,
  });
  await map.once('load');
  return map;
};

const isDraggable = { feature: { draggable: true, coordinates: { midpoints: true, draggable: true } } };

/** The line chosen in terra-draw's select mode. */
const choose = (map: maplibre.Map, points: readonly LatLng[]) => {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
    modes: [
      new TerraDrawLineStringMode(),
      new TerraDrawSelectMode({ flags: { linestring: isDraggable }, pointerDistance: 22 }),
    ],
  });
  draw.start();
  const [added] = draw.addFeatures([{ ...lineOf(points), properties: { mode: 'linestring' } }]);
  if (added?.id === undefined || !added.valid) throw new Error('terra-draw refuses the line.');
  draw.selectFeature(added.id);
  let changes = 0;
  draw.on('finish', () => (changes += 1));
  return {
    get changes() {
      return changes;
    },
  };
};

/** All of the line given to terra-draw. */
export const dragWhole: Open = async (host, { points, dragged, zoom }) => {
  const middle = points[dragged];
  if (middle === undefined) throw new Error('There is no such point.');
  const map = await openMap(host, middle, zoom);
  const chosen = choose(map, points);
  return Object.assign(chosen, { where: () => map.project([middle.lng, middle.lat]) });
};

/** A part of the line around the dragged point given to terra-draw, the rest of it a layer of the map. */
export const dragPart: Open = async (host, { points, dragged, zoom }) => {
  const middle = points[dragged];
  if (middle === undefined) throw new Error('There is no such point.');
  const map = await openMap(host, middle, zoom);
  const [from, to] = [Math.max(0, dragged - PART_POINTS), dragged + PART_POINTS];
  const rest = [points.slice(0, from + 1), points.slice(to)].map((part) => ({
    ...lineOf(part),
    properties: {},
  }));
  map.addSource('rest', { type: 'geojson', data: { type: 'FeatureCollection', features: rest } });
  map.addLayer({ id: 'rest', type: 'line', source: 'rest', paint: { 'line-width': 4 } });
  const chosen = choose(map, points.slice(from, to + 1));
  return Object.assign(chosen, { where: () => map.project([middle.lng, middle.lat]) });
};
