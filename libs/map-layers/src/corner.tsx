import { useMemo, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useControl } from 'react-map-gl/maplibre';

/** The lower right corner of the map, beside the scale bar. Lower elements push up those above them. */
export const Corner = ({ children }: { children: ReactNode }): ReactElement => {
  const place = useMemo(() => document.createElement('div'), []);
  useControl(
    () => ({
      onAdd: () => {
        place.className = 'maplibregl-ctrl race-map-corner';
        return place;
      },
      onRemove: () => place.remove(),
    }),
    { position: 'bottom-right' },
  );
  return createPortal(children, place);
};
