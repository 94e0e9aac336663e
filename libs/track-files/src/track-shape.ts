import type { LatLng, PoiIcon, ShapeKind } from '@flagpost/contracts';

/** A line, area or point of a track file, with its purpose. */
export interface TrackShape {
  /** One line that can be stored; null if the file has none. */
  readonly name: string | null;
  readonly kind: ShapeKind;
  /** Of a point of interest; null otherwise. */
  readonly icon: PoiIcon | null;
  /** One for a point, otherwise two or more; closed for an area. */
  readonly points: readonly LatLng[];
}
