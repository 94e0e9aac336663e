import type { GeoJSON } from 'geojson';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';

/** The layers and sources of a map, bottom to top. */
export interface Drawing {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly (LayerSpecification & { readonly source?: string })[];
}

export const NOTHING_DRAWN: Drawing = { sources: {}, layers: [] };

/** The part of a MapLibre map that is used. */
export interface DrawnMap {
  addSource(id: string, source: SourceSpecification): unknown;
  removeSource(id: string): unknown;
  getSource(id: string): unknown;
  addLayer(layer: LayerSpecification, beforeId?: string): unknown;
  removeLayer(id: string): unknown;
  setPaintProperty(layerId: string, name: string, value: unknown): unknown;
}

const dataOf = (source: SourceSpecification | undefined): unknown =>
  source?.type === 'geojson' ? source.data : undefined;

/** Sources that cannot be updated in place: removed, or with another address. Only data can be replaced. */
const isReplaced = (former: SourceSpecification, next: SourceSpecification | undefined): boolean =>
  next === undefined ||
  former.type !== next.type ||
  (former.type !== 'geojson' && JSON.stringify(former) !== JSON.stringify(next));

/**
 * Updates a map from `former` to `next`. Unlike MapLibre's own diff it compares data by reference, so that a grid that
 * follows the view does not cost a comparison of the world's land; and it never reloads the style.
 */
export const applyDrawing = (map: DrawnMap, former: Drawing, next: Drawing): void => {
  const replaced = new Set(
    Object.entries(former.sources)
      .filter(([id, source]) => isReplaced(source, next.sources[id]))
      .map(([id]) => id),
  );
  const formerLayers = new Map(former.layers.map((layer) => [layer.id, layer]));
  const wanted = new Set(next.layers.map(({ id }) => id));
  for (const { id, source } of former.layers) {
    if (wanted.has(id) && !(source !== undefined && replaced.has(source))) continue;
    map.removeLayer(id);
    formerLayers.delete(id);
  }
  for (const id of replaced) map.removeSource(id);

  for (const [id, source] of Object.entries(next.sources)) {
    const before = replaced.has(id) ? undefined : former.sources[id];
    if (before === undefined) map.addSource(id, source);
    else if (dataOf(before) !== dataOf(source)) {
      (map.getSource(id) as { setData(data: GeoJSON): void }).setData(dataOf(source) as GeoJSON);
    }
  }

  let above: string | undefined;
  for (const layer of [...next.layers].reverse()) {
    const before = formerLayers.get(layer.id);
    if (before === undefined) map.addLayer(layer, above);
    else {
      const paint: Record<string, unknown> = { ...before.paint };
      for (const [name, value] of Object.entries(layer.paint ?? {})) {
        if (JSON.stringify(paint[name]) !== JSON.stringify(value))
          map.setPaintProperty(layer.id, name, value);
      }
    }
    above = layer.id;
  }
};
