import type { LatLng, MapPosition, MapSettings, PoiIcon } from '@flagpost/contracts';
import type { Graphics } from './graphics.js';

/**
 * The cars of one event as columns: index `i` of every array is one car, for `0 <= i < count`. Arrays are longer than
 * `count`, are written in place and are replaced when they grow: read them anew for every use, keep none.
 *
 * Times are seconds of picture time since `originMs`. A car stands at `prev` until `prevTimeS`, at `next` from
 * `nextTimeS` on, and on the straight line between. Equal times: the car is placed, not slid. The owner has already
 * put one fix interval of delay, silences and jumps into these times; who draws only interpolates and never
 * extrapolates. Coordinates of a car never heard are NaN: it is not drawn.
 */
export interface LiveCarsBuffer {
  readonly count: number;
  /** Epoch ms of the server's clock; changes with a new snapshot, and all times with it. */
  readonly originMs: number;
  /** A new array whenever the cars of the event change, as `carNumbers`. */
  readonly ids: Int32Array;
  /** Car numbers as labels. */
  readonly carNumbers: readonly string[];
  /** WGS84, degrees. */
  readonly prevLat: Float64Array;
  readonly prevLng: Float64Array;
  readonly nextLat: Float64Array;
  readonly nextLng: Float64Array;
  /** Degrees clockwise from north; NaN while unknown. */
  readonly prevHeadingDeg: Float32Array;
  readonly nextHeadingDeg: Float32Array;
  readonly prevTimeS: Float32Array;
  readonly nextTimeS: Float32Array;
  /** Index into `CAR_LOOKS` of contracts. */
  readonly look: Uint8Array;
  /** 1: drawn, 0: filtered out. */
  readonly visible: Uint8Array;
  /** Picture time after which no car moves until the next change. */
  readonly restsAtS: number;
}

/** What the map draws cars from: no copies, no React. */
export interface LiveCarsSource {
  /** Rises with every change of any column. */
  readonly version: number;
  readonly buffer: LiveCarsBuffer;
  /** When the newest position in the columns was received, by the server's clock, epoch ms; null while there is none. */
  readonly newestReceivedAt: number | null;
  /** Calls back after every change; several changes in one message call once. Returns the unsubscription. */
  subscribe(listener: () => void): () => void;
  /** Picture time now, in seconds since `originMs`. `nowMs` is `performance.now()`. */
  pictureTimeS(nowMs: number): number;
}

export interface RaceRoute {
  /** One polyline per stretch of track, in driving order. */
  readonly lines: readonly (readonly LatLng[])[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly finishRadiusM: number;
  /** Closed ring, or null. */
  readonly boxes: readonly LatLng[] | null;
}

export interface RacePoi {
  readonly id: number;
  readonly position: LatLng;
  readonly description: string;
  readonly icon: PoiIcon;
  /** Name of the icon's kind, in the language of the page. */
  readonly kind: string;
}

/** Red, green, blue, alpha; 0 to 255 each. */
export type Rgba = readonly [number, number, number, number];

export const MAP_COLOURS = [
  'ground',
  'land',
  'grid',
  'text',
  'textHalo',
  'track',
  'trackCasing',
  'boxes',
  'poi',
  'poiGlyph',
  'selection',
  'carCasing',
  'carHairline',
  'carDefault',
  'carOffline',
  'red',
  'yellow',
  'green',
  'white',
  'black',
  'blue',
] as const;
/** The theme's colours, read from the tokens by the application: a layer holds no colour of its own. */
export type MapPalette = Readonly<Record<(typeof MAP_COLOURS)[number], Rgba>>;

/** Words that the map draws or gives to screen readers. */
export interface RaceMapTexts {
  /** Name of the map as a whole. */
  readonly map: string;
  readonly start: string;
  readonly finish: string;
  readonly boxes: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** Back to the first view. */
  readonly fit: string;
  /** Closes what is told of a point of interest. */
  readonly close: string;
}

export interface RaceMapProps {
  readonly cars: LiveCarsSource;
  readonly route: RaceRoute | null;
  /** Empty while hidden. */
  readonly pois: readonly RacePoi[];
  /** Where the map opens when there is no track to fit. */
  readonly home: MapPosition;
  /** Imagery; null or an empty `tileUrl`: the drawn ground alone. */
  readonly settings: MapSettings | null;
  readonly palette: MapPalette;
  /** False while the link is down: cars stay where they were, greyed. */
  readonly live: boolean;
  /** Invitation ids. */
  readonly selected: ReadonlySet<number>;
  /** Cars within reach of a click, nearest first; several are for the application to list. Empty: bare ground. */
  readonly onPick: (invitationIds: readonly number[]) => void;
  readonly texts: RaceMapTexts;
  /** How much of the imagery is shown, 0 to 1; 1 unless told. */
  readonly imageryShare?: number;
  /** Casings of cars and track twice as wide, for maps that are read in the sun. */
  readonly doubledCasings?: boolean;
  /** Invitation ids of cars whose SOS nobody has acknowledged: their ring pulses, that of the others is steady. */
  readonly pulsing?: ReadonlySet<number>;
  /** Invitation id of the car whose last minute is drawn; null: none. */
  readonly trailOf?: number | null;
  /** Invitation id of the car that is kept in view; null: none. */
  readonly follow?: number | null;
  /** The person dragged the map away from the followed car: it is no longer followed, whatever `follow` says. */
  readonly onFollowEnd?: () => void;
  /**
   * A frame was drawn: `newestReceivedAt` as it was when this frame was made. Nothing is drawn, and so nothing is
   * called, in a hidden page.
   */
  readonly onDrawn?: (newestReceivedAt: number | null) => void;
  /** What the map is drawn with: at the beginning, and whenever it changes. */
  readonly onGraphics?: (graphics: Graphics) => void;
  /** Each rise asks for WebGL 2 again. */
  readonly graphicsRetries?: number;
  /** The WebGL map failed in another way than by losing its context. The map goes on without it. */
  readonly onFailure?: (error: unknown) => void;
}
