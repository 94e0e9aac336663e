import type { MouseEvent, ReactElement } from 'react';
import { POI_GLYPHS } from './poi-glyphs.js';
import type { RacePoi } from './types.js';

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

/** The details of a point of interest, in the strip below the map. */
export const PoiInfo = ({
  poi,
  closeLabel,
  onClose,
}: {
  poi: RacePoi;
  closeLabel: string;
  onClose: () => void;
}): ReactElement => (
  <div
    className="race-map-poi-info"
    role="group"
    aria-label={poi.description}
    onKeyDown={({ key }) => key === 'Escape' && onClose()}
  >
    <p title={`${poi.description}, ${poi.kind}`}>
      <strong>{poi.description}</strong> {poi.kind}
    </p>
    <button type="button" aria-label={closeLabel} title={closeLabel} onClick={onClose}>
      <span className="pi pi-times" aria-hidden />
    </button>
  </div>
);
