import { createFrameReader } from '@flagpost/telemetry';
import type { FeatureCollection, Point } from 'geojson';
import maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Draw } from './main.js';

const openMap = async (container: HTMLElement): Promise<maplibre.Map> => {
  const map = new maplibre.Map({
    container,
    style: { version: 8, sources: {}, layers: [] },
    center: [8.157, 44.6],
    zoom: 11,
    attributionControl: false,
    fadeDuration: 0,
  });
  await map.once('load');
  return map;
};

const reader = createFrameReader();

/** A GeoJSON source that is reset with all cars, under a circle layer, as MapLibre's examples draw moving points. */
export const drawWithSource: Draw = async (host) => {
  const map = await openMap(host);
  const cars = (packed: Uint8Array): FeatureCollection<Point> => {
    const collection: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };
    reader.open(packed);
    while (reader.next())
      collection.features.push({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [reader.lng, reader.lat] },
        properties: { id: reader.invitationId, heading: reader.headingDeg, offline: reader.offline },
      });
    return collection;
  };
  map.addSource('cars', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  map.addLayer({
    id: 'cars',
    type: 'circle',
    source: 'cars',
    paint: { 'circle-radius': 6, 'circle-color': ['case', ['get', 'offline'], 'grey', 'green'] },
  });
  const source = map.getSource<maplibre.GeoJSONSource>('cars');
  return (packed) => void source?.setData(cars(packed));
};

/** An element of the page for each car, moved by MapLibre's markers. */
export const drawWithMarkers: Draw = async (host, field) => {
  const map = await openMap(host);
  const markers = new Map(
    field.map(({ invitationId, lat, lng }) => {
      const element = document.createElement('div');
      element.className = 'car';
      const marker = new maplibre.Marker({ element }).setLngLat([lng ?? 0, lat ?? 0]).addTo(map);
      return [invitationId, marker];
    }),
  );
  return (packed) => {
    reader.open(packed);
    while (reader.next()) markers.get(reader.invitationId)?.setLngLat([reader.lng, reader.lat]);
  };
};
