import type { MouseEvent, ReactElement } from 'react';
import { POI_GLYPHS } from './poi-glyphs.js';
import type { RacePoi } from './types.js';

const LEAST_ABOVE_PX = 96;

/**
 * The mark of a point of interest. A pointer press is handled by the map, where cars have precedence; the keyboard
 * opens its details.
 */
export const PoiMark = <Poi extends Omit<RacePoi, 'id'>>({
  poi,
  onOpen,
}: {
  poi: Poi;
  onOpen: (poi: Poi) => void;
}): ReactElement => {
  const name = `${poi.description}, ${poi.kind}`;
  const press = (event: MouseEvent): void => {
    if (event.detail !== 0) return;
    event.stopPropagation();
    onOpen(poi);
  };
  return (
    <button type="button" className="race-map-poi" aria-label={name} title={name} onClick={press}>
      <span className="pi" aria-hidden>
        {POI_GLYPHS[poi.icon]}
      </span>
    </button>
  );
};

/** The details of a point of interest, above its mark, or below it at the map's upper edge. */
export const PoiInfo = ({
  poi,
  x,
  y,
  closeLabel,
  onClose,
}: {
  poi: RacePoi;
  /** Of its mark's middle on the map, pixels. */
  x: number;
  y: number;
  closeLabel: string;
  onClose: () => void;
}): ReactElement => (
  <div
    className="race-map-poi-info"
    data-below={y < LEAST_ABOVE_PX || undefined}
    role="group"
    aria-label={poi.description}
    style={{ left: x, top: y }}
    onKeyDown={({ key }) => key === 'Escape' && onClose()}
  >
    <p>
      <strong>{poi.description}</strong>
      {poi.kind}
    </p>
    <button type="button" aria-label={closeLabel} title={closeLabel} onClick={onClose}>
      <span className="pi pi-times" aria-hidden />
    </button>
  </div>
);
