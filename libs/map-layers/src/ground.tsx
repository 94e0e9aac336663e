import type { LatLng, MapSettings } from '@flagpost/contracts';
import type { Feature, MultiPolygon } from 'geojson';
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { covers, gridFrame, gridLines, type Bounds, type GridFrame } from './grid.js';
import { provideGroundImages } from './ground-images.js';
import { groundDrawing } from './ground-style.js';
import { loadLand } from './land.js';
import { boundsOf } from './route-geometry.js';
import { routeLayers, routeSources } from './route-style.js';
import { applyDrawing, NOTHING_DRAWN, type Drawing } from './style-sync.js';
import type { MapPalette, RaceMapProps, RaceMapTexts, RaceRoute } from './types.js';

interface GroundProps {
  /** Whether the map's own empty style is loaded; it never changes afterwards. */
  map: MapLibreMap;
  route: RaceRoute | null;
  home: RaceMapProps['home'];
  settings: MapSettings | null;
  palette: MapPalette;
  texts: RaceMapTexts;
  imageryShare: number;
  doubledCasings: boolean;
}

/**
 * Zoom below which the outlines of land are drawn. A pixel is some 600 m there: closer, outlines for a scale of 1:50 million
 * tell nothing of a track's surroundings, and most races are never seen from so far.
 */
const OUTLINES_BELOW_ZOOM = 8;

/** The outlines of land, loaded when the map first shows enough of the earth for them; null until then. */
const useLand = (map: MapLibreMap): Feature<MultiPolygon> | null => {
  const [land, setLand] = useState<Feature<MultiPolygon> | null>(null);
  useEffect(() => {
    let gone = false;
    const look = (): void => {
      if (map.getZoom() >= OUTLINES_BELOW_ZOOM) return;
      map.off('zoom', look);
      loadLand().then(
        (outlines) => {
          if (!gone) setLand(outlines);
        },
        // Without outlines everything stays land.
        () => undefined,
      );
    };
    map.on('zoom', look);
    look();
    return () => {
      gone = true;
      map.off('zoom', look);
    };
  }, [map]);
  return land;
};

/** Whether the map shows the outlines of land, which takes a while after they are set. */
const useHasLand = (map: MapLibreMap, land: Feature<MultiPolygon> | null): boolean => {
  const [hasLand, setHasLand] = useState(false);
  useEffect(() => {
    if (land === null || hasLand) return;
    const look = ({ sourceId, isSourceLoaded, tile }: MapSourceDataEvent): void => {
      // Events without a tile refer to the outlines before they are cut into tiles.
      if (sourceId === 'land' && isSourceLoaded && tile !== undefined) setHasLand(true);
    };
    map.on('sourcedata', look);
    return () => {
      map.off('sourcedata', look);
    };
  }, [map, land, hasLand]);
  return hasLand;
};

/** The grid of the visible map, replaced when the spacing changes or a drag reaches its edge. */
const useGrid = (map: MapLibreMap, anchor: LatLng): ReturnType<typeof gridLines> => {
  const [frame, setFrame] = useState<GridFrame | null>(null);
  useEffect(() => {
    const look = (): void => {
      const corners = map.getBounds();
      const view: Bounds = {
        west: corners.getWest(),
        south: corners.getSouth(),
        east: corners.getEast(),
        north: corners.getNorth(),
      };
      const zoom = map.getZoom();
      setFrame((shown) => (covers(shown, anchor, view, zoom) ? shown : gridFrame(anchor, view, zoom)));
    };
    look();
    map.on('move', look);
    map.on('resize', look);
    return () => {
      map.off('move', look);
      map.off('resize', look);
    };
  }, [map, anchor]);
  return useMemo(() => gridLines(anchor, frame), [anchor, frame]);
};

/** Ground and route under the cars. */
export const Ground = (props: GroundProps): null => {
  const { map, route, home, settings, palette, texts, imageryShare, doubledCasings } = props;
  const land = useLand(map);
  const hasLand = useHasLand(map, land);
  const anchor = useMemo(() => {
    const bounds = route === null ? null : boundsOf(route);
    return bounds === null
      ? { lat: home.lat, lng: home.lng }
      : { lat: (bounds[0][1] + bounds[1][1]) / 2, lng: (bounds[0][0] + bounds[1][0]) / 2 };
  }, [route, home]);
  const grid = useGrid(map, anchor);
  const sources = useMemo(() => (route === null ? null : routeSources(route, texts)), [route, texts]);
  const drawn = useRef(new WeakMap<MapLibreMap, Drawing>());

  useEffect(() => provideGroundImages(map, palette), [map, palette]);

  useEffect(() => {
    const ground = groundDrawing({ palette, land, hasLand, grid, settings, imageryShare });
    const drawing: Drawing =
      sources === null
        ? ground
        : {
            sources: { ...ground.sources, ...sources },
            layers: [...ground.layers, ...routeLayers(palette, doubledCasings)],
          };
    applyDrawing(map, drawn.current.get(map) ?? NOTHING_DRAWN, drawing);
    drawn.current.set(map, drawing);
  }, [map, palette, land, hasLand, grid, settings, imageryShare, sources, doubledCasings]);

  return null;
};
