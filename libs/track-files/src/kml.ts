import { POI_ICONS, type LatLng, type PoiIcon } from '@flagpost/contracts';
import { escapeXml } from '@flagpost/file-formats/xml-text';

/** Contents of a track file. Lines have at least two points; boxes are closed. */
export interface TrackFile {
  readonly name: string;
  readonly lines: readonly (readonly LatLng[])[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly boxes: readonly LatLng[] | null;
  readonly pois: readonly (LatLng & { readonly name: string; readonly icon: PoiIcon })[];
}

/** Of a degree: 1 cm. */
const DECIMALS = 7;

const coordinates = (points: readonly LatLng[]): string =>
  `<coordinates>${points
    .map(({ lat, lng }) => `${Number(lng.toFixed(DECIMALS))},${Number(lat.toFixed(DECIMALS))}`)
    .join(' ')}</coordinates>`;

/** Names are for display, kinds give the purpose: an import reads the kind. */
const placemark = (name: string, kind: string, geometry: string): string =>
  `<Placemark><name>${escapeXml(name)}</name><ExtendedData><Data name="kind"><value>${kind}</value></Data></ExtendedData>${geometry}</Placemark>`;

const point = (name: string, kind: string, at: LatLng): string =>
  placemark(name, kind, `<Point>${coordinates([at])}</Point>`);

/** KML 2.2 (OGC 07-147r2), in UTF-8. */
export const writeKml = ({ name, lines, start, finish, boxes, pois }: TrackFile): Uint8Array => {
  const placemarks = [
    ...lines.map((line) =>
      placemark(name, 'track', `<LineString><tessellate>1</tessellate>${coordinates(line)}</LineString>`),
    ),
    ...(start === null ? [] : [point('Start', 'start', start)]),
    ...(finish === null ? [] : [point('Finish', 'finish', finish)]),
    ...(boxes === null
      ? []
      : [
          placemark(
            'Boxes',
            'boxes',
            `<Polygon><outerBoundaryIs><LinearRing>${coordinates(boxes)}</LinearRing></outerBoundaryIs></Polygon>`,
          ),
        ]),
    ...pois.map((poi) => point(poi.name || POI_ICONS[poi.icon], poi.icon, poi)),
  ];
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(name)}</name>\n${placemarks.join('\n')}\n</Document></kml>\n`,
  );
};
