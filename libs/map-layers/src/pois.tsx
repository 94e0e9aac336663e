import type { ReactElement } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { POI_GLYPHS } from './poi-glyphs.js';
import type { RacePoi } from './types.js';

export const PoiMarkers = ({ pois }: { pois: readonly RacePoi[] }): ReactElement => (
  <>
    {pois.map((poi) => (
      <Marker key={poi.id} latitude={poi.position.lat} longitude={poi.position.lng} className="race-map-poi">
        <span className="pi" role="img" aria-label={poi.description} title={poi.description}>
          {POI_GLYPHS[poi.icon]}
        </span>
      </Marker>
    ))}
  </>
);
