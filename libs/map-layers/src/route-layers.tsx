import { useMemo, type ReactElement } from 'react';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { css } from './car-atlas.js';
import { boxesArea, finishCircle, kilometreMarks, placeNames, trackLines } from './route-geometry.js';
import type { MapPalette, RaceMapTexts, RacePoi, RaceRoute } from './types.js';

const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The track as a cased band with arrows along it, the finish to scale, the boxes hatched, and their names. */
export const RouteLayers = ({
  route,
  palette,
  texts,
}: {
  route: RaceRoute;
  palette: MapPalette;
  texts: RaceMapTexts;
}): ReactElement => {
  const drawn = useMemo(
    () => ({
      track: trackLines(route),
      boxes: boxesArea(route),
      finish: finishCircle(route),
      kilometres: kilometreMarks(route),
      names: placeNames(route),
    }),
    [route],
  );
  return (
    <>
      <Source id="boxes" type="geojson" data={drawn.boxes}>
        <Layer id="boxes-fill" type="fill" paint={{ 'fill-pattern': 'hatch', 'fill-opacity': 0.8 }} />
        <Layer id="boxes-line" type="line" paint={{ 'line-color': css(palette.boxes), 'line-width': 1.5 }} />
      </Source>
      <Source id="track" type="geojson" data={drawn.track}>
        <Layer
          id="track-casing"
          type="line"
          layout={ROUND}
          paint={{ 'line-color': css(palette.trackCasing), 'line-width': 10 }}
        />
        <Layer
          id="track-band"
          type="line"
          layout={ROUND}
          paint={{ 'line-color': css(palette.track), 'line-width': 6 }}
        />
        <Layer
          id="track-arrows"
          type="symbol"
          layout={{
            'symbol-placement': 'line',
            'symbol-spacing': 120,
            'icon-image': 'arrow',
            'icon-size': 0.6,
            'icon-allow-overlap': true,
          }}
        />
      </Source>
      <Source id="finish" type="geojson" data={drawn.finish}>
        <Layer id="finish-fill" type="fill" paint={{ 'fill-pattern': 'chequer', 'fill-opacity': 0.55 }} />
        <Layer id="finish-line" type="line" paint={{ 'line-color': css(palette.text), 'line-width': 1.5 }} />
      </Source>
      {drawn.kilometres.map(({ km, at }) => (
        <Marker key={km} latitude={at.lat} longitude={at.lng} className="race-map-km">
          {km}
        </Marker>
      ))}
      {drawn.names.map(({ of, at, anchor, offset }) => (
        <Marker
          key={of.join()}
          latitude={at.lat}
          longitude={at.lng}
          anchor={anchor}
          offset={offset}
          className="race-map-name"
        >
          {of.map((name) => texts[name]).join(' / ')}
        </Marker>
      ))}
    </>
  );
};

const POI_GLYPHS: Record<RacePoi['icon'], string> = {
  location: 'pi pi-map-marker',
  ambulancia: 'pi pi-heart',
  banderillero: 'pi pi-flag',
  bomberoapie: 'pi pi-user',
  bomberomotorizado: 'pi pi-truck',
  rescate: 'pi pi-wrench',
  safetycar: 'pi pi-car',
};

export const PoiMarkers = ({ pois }: { pois: readonly RacePoi[] }): ReactElement => (
  <>
    {pois.map((poi) => (
      <Marker key={poi.id} latitude={poi.position.lat} longitude={poi.position.lng} className="race-map-poi">
        <span
          className={POI_GLYPHS[poi.icon]}
          role="img"
          aria-label={poi.description}
          title={poi.description}
        />
      </Marker>
    ))}
  </>
);
