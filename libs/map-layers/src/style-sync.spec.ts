import { describe, expect, it } from '@jest/globals';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { css } from './colours.js';
import { groundDrawing, type GroundOptions } from './ground-style.js';
import { applyDrawing, NOTHING_DRAWN, type Drawing, type DrawnMap } from './style-sync.js';
import { MAP_COLOURS, type MapPalette } from './types.js';

/** A map that refuses what MapLibre refuses, and remembers the rest. */
const fakeMap = () => {
  const sources = new Map<string, SourceSpecification & { data?: unknown }>();
  const layers: LayerSpecification[] = [];
  const calls: string[] = [];
  const find = (id: string): number => {
    const index = layers.findIndex((layer) => layer.id === id);
    if (index < 0) throw new Error(`no layer ${id}`);
    return index;
  };
  const map: DrawnMap = {
    addSource(id, source) {
      if (sources.has(id)) throw new Error(`source ${id} is there`);
      calls.push(`addSource ${id}`);
      sources.set(id, { ...source });
    },
    removeSource(id) {
      if (layers.some((layer) => 'source' in layer && layer.source === id))
        throw new Error(`${id} is in use`);
      sources.delete(id);
    },
    getSource: (id) => ({
      setData(data: unknown) {
        calls.push(`setData ${id}`);
        sources.set(id, { type: 'geojson', data } as SourceSpecification);
      },
    }),
    addLayer(layer, beforeId) {
      if ('source' in layer && !sources.has(layer.source)) throw new Error(`no source of ${layer.id}`);
      layers.splice(beforeId === undefined ? layers.length : find(beforeId), 0, structuredClone(layer));
    },
    removeLayer: (id) => layers.splice(find(id), 1),
    setPaintProperty(id, name, value) {
      calls.push(`paint ${id}`);
      const layer = layers[find(id)];
      if (layer !== undefined) layer.paint = { ...layer.paint, [name]: value };
    },
  };
  return { map, sources, layers, calls };
};

const palette = (shade: number): MapPalette =>
  Object.fromEntries(MAP_COLOURS.map((name) => [name, [shade, shade, shade, 255]])) as unknown as MapPalette;
const grid = { type: 'FeatureCollection', features: [] } as GroundOptions['grid'];
const imagery = { tileUrl: 'https://tiles/{z}/{x}/{y}', nativeZoom: 14, attribution: 'Someone' };
const ground = (more: Partial<GroundOptions> = {}): Drawing =>
  groundDrawing({
    palette: palette(1),
    land: null,
    hasLand: false,
    grid,
    settings: null,
    imageryShare: 1,
    ...more,
  });
const withRoute = (drawing: Drawing): Drawing => ({
  sources: { ...drawing.sources, track: { type: 'geojson', data: grid } },
  layers: [
    ...drawing.layers,
    { id: 'track', type: 'line', source: 'track', paint: { 'line-color': 'rgb(1 2 3)' } },
  ],
});

describe('a drawing on a map', () => {
  it('comes to the same map by every way', () => {
    const steps = [
      ground(),
      withRoute(ground()),
      withRoute(ground({ settings: imagery })),
      withRoute(ground({ settings: imagery, palette: palette(9) })),
      ground({ settings: imagery, imageryShare: 0.3 }),
      withRoute(ground({ settings: { ...imagery, tileUrl: 'https://others/{z}/{x}/{y}' } })),
      withRoute(ground({ palette: palette(7) })),
    ];
    for (const from of steps) {
      for (const to of steps) {
        const { map, sources, layers } = fakeMap();
        applyDrawing(map, NOTHING_DRAWN, from);
        applyDrawing(map, from, to);
        expect(layers).toEqual(to.layers);
        expect(Object.fromEntries(sources)).toEqual(to.sources);
      }
    }
  });

  it('touches only what has changed', () => {
    const { map, calls } = fakeMap();
    const first = ground({ settings: imagery });
    applyDrawing(map, NOTHING_DRAWN, first);
    calls.length = 0;
    applyDrawing(map, first, ground({ settings: imagery }));
    expect(calls).toEqual([]);
    applyDrawing(map, first, ground({ settings: imagery, grid: { ...grid } }));
    expect(calls).toContain('setData grid');
    applyDrawing(map, first, ground({ settings: imagery, imageryShare: 0.5 }));
    expect(calls.filter((call) => call.startsWith('paint'))).toEqual(['paint imagery']);
  });
});

describe('the ground', () => {
  it('lies under the imagery, which is there only with an address', () => {
    expect(ground().layers.map(({ id }) => id)).toEqual(['ground', 'land', 'grid']);
    expect(ground({ settings: { ...imagery, tileUrl: '' } }).layers).toHaveLength(3);
    expect(ground({ settings: imagery }).layers.at(-1)?.id).toBe('imagery');
  });

  it('asks for no imagery beyond its native zoom', () => {
    expect(ground({ settings: imagery }).sources['imagery']).toMatchObject({ maxzoom: 14 });
  });
});

it('all is land until its outlines are drawn, and then the sea is where they are not', () => {
  const colours: MapPalette = { ...palette(1), land: [2, 2, 2, 255], ground: [3, 3, 3, 255] };
  const backgroundOf = (hasLand: boolean) =>
    ground({ palette: colours, hasLand }).layers.find(({ id }) => id === 'ground')?.paint;
  expect(backgroundOf(false)).toEqual({ 'background-color': css(colours.land) });
  expect(backgroundOf(true)).toEqual({ 'background-color': css(colours.ground) });
});
