import { MapLibreOverlay } from '@deck.gl/maplibre';
import { useEffect, useMemo, useRef } from 'react';
import { useControl, useMap } from 'react-map-gl/maplibre';
import { CAR_LOOKS } from '@flagpost/contracts';
import { drawCarAtlas } from './car-atlas.js';
import { isDrawn } from './car-columns.js';
import { carLayers } from './car-layers.js';
import { placeLabels, type LabelWish } from './labels.js';
import { lngLatAt } from './motion.js';
import type { LiveCarsSource, MapPalette } from './types.js';

const LABELS_EVERY_MS = 200;
const LABEL_CHARACTER_PX = 9;
const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface CarOverlayProps {
  cars: LiveCarsSource;
  palette: MapPalette;
  live: boolean;
  selected: ReadonlySet<number>;
}

/** The cars over the map: drawn by the GPU between changes, rebuilt when the fixes, the zoom or the selection change. */
export const CarOverlay = ({ cars, palette, live, selected }: CarOverlayProps): null => {
  const overlay = useControl(() => new MapLibreOverlay({ interleaved: false, layers: [] }));
  const { current: map } = useMap();
  const atlas = useMemo(() => drawCarAtlas(palette), [palette]);
  const labelled = useRef<{ ids: Set<number>; at: number }>({ ids: new Set(), at: -Infinity });

  useEffect(() => {
    if (map === undefined) return;
    const now = (): number => cars.pictureTimeS(performance.now());

    const place = (): void => {
      const buffer = cars.buffer;
      const timeS = now();
      const bounds = map.getBounds();
      const wishes: LabelWish[] = [];
      for (let i = 0; i < buffer.count; i++) {
        if (!isDrawn(buffer, i)) continue;
        const [lng, lat] = lngLatAt(buffer, i, timeS);
        if (!bounds.contains([lng, lat])) continue;
        const { x, y } = map.project([lng, lat]);
        const id = buffer.ids[i] ?? 0;
        const look = CAR_LOOKS[buffer.look[i] ?? 0];
        const priority =
          look === 'sos'
            ? 4
            : selected.has(id)
              ? 3
              : look === 'stopped'
                ? 1
                : look === 'default' || look === 'offline'
                  ? 0
                  : 2;
        wishes.push({
          id,
          x,
          y,
          widthPx: (buffer.carNumbers[i]?.length ?? 1) * LABEL_CHARACTER_PX + 6,
          priority,
        });
      }
      labelled.current = { ids: placeLabels(wishes, labelled.current.ids), at: performance.now() };
    };

    const draw = (): void => {
      if (performance.now() - labelled.current.at > LABELS_EVERY_MS) place();
      const buffer = cars.buffer;
      const indices: number[] = [];
      for (let i = 0; i < buffer.count; i++) {
        if (labelled.current.ids.has(buffer.ids[i] ?? 0) && isDrawn(buffer, i)) indices.push(i);
      }
      overlay.setProps({
        layers: carLayers({
          cars: buffer,
          clock: { timeS: now, restsAtS: () => cars.buffer.restsAtS },
          zoom: map.getZoom(),
          selected,
          labelled: indices,
          atlas,
          palette,
          live,
          stepped: reducedMotion(),
        }),
      });
    };

    const redraw = (): void => {
      place();
      draw();
    };
    redraw();
    const stop = cars.subscribe(draw);
    map.on('moveend', redraw);
    map.on('zoom', draw);
    return () => {
      stop();
      map.off('moveend', redraw);
      map.off('zoom', draw);
    };
  }, [map, overlay, cars, atlas, palette, live, selected]);

  return null;
};
