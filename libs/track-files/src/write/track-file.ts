import { POI_ICONS, type LatLng, type PoiIcon } from '@flagpost/contracts';

/** Contents of a track file that is written. Lines have at least two points; boxes are closed. */
export interface TrackFile {
  readonly name: string;
  readonly lines: readonly (readonly LatLng[])[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly boxes: readonly LatLng[] | null;
  readonly pois: readonly (LatLng & { readonly name: string; readonly icon: PoiIcon })[];
}

/** A line, area or point as every format has it. */
export interface Feature {
  readonly geometry: 'line' | 'area' | 'point';
  /** For display. */
  readonly name: string;
  /** The purpose, or the icon of a point of interest: an import reads it. */
  readonly kind: 'track' | 'start' | 'finish' | 'boxes' | PoiIcon;
  readonly points: readonly LatLng[];
}

export const featuresOf = ({ name, lines, start, finish, boxes, pois }: TrackFile): readonly Feature[] => [
  ...lines.map((points): Feature => ({ geometry: 'line', name, kind: 'track', points })),
  ...(start === null ? [] : [{ geometry: 'point', name: 'Start', kind: 'start', points: [start] } as const]),
  ...(finish === null
    ? []
    : [{ geometry: 'point', name: 'Finish', kind: 'finish', points: [finish] } as const]),
  ...(boxes === null ? [] : [{ geometry: 'area', name: 'Boxes', kind: 'boxes', points: boxes } as const]),
  ...pois.map(({ lat, lng, name: poi, icon }): Feature => ({
    geometry: 'point',
    name: poi || POI_ICONS[icon],
    kind: icon,
    points: [{ lat, lng }],
  })),
];

/** Decimals of a degree: 1 cm. */
const DECIMALS = 7;
export const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
