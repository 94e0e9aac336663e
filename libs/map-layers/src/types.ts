import type { FlagColour, LatLng, MapPosition, MapSettings, PoiIcon } from '@flagpost/contracts';
import type { ReactNode } from 'react';
import type { Graphics } from './graphics.js';
import type { TrailSource } from './trails.js';

/**
 * The cars of one event as columns: index `i` of every array is one car, for `0 <= i < count`. Arrays may be longer
 * than `count`, are written in place and are replaced when they grow: do not keep references.
 *
 * Times are seconds of picture time since `originMs`. A car is at `prev` until `prevTimeS`, at `next` from `nextTimeS`
 * on, and on the straight line in between. Equal times mean that the car is placed without sliding. These times already
 * include one fix interval of delay, offline periods and jumps; renderers interpolate and never extrapolate.
 * Coordinates of a car never heard from are NaN: it is not drawn.
 */
export interface LiveCarsBuffer {
  readonly count: number;
  /** Epoch ms of the server's clock; changes with a new snapshot, and all times with it. */
  readonly originMs: number;
  /** A new array whenever the event's cars change, as `carNumbers`. */
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
  /** 1: stopped, whatever look a flag gives it. */
  readonly stopped: Uint8Array;
  /** 1: drawn, 0: filtered out. */
  readonly visible: Uint8Array;
  /** Picture time after which no car moves until the next change. */
  readonly restsAtS: number;
}

/** The source of the cars for the map: no copies, no React. */
export interface LiveCarsSource {
  /** Incremented with every change of any column. */
  readonly version: number;
  readonly buffer: LiveCarsBuffer;
  /** `receivedAt` of the newest position in the columns, by the server's clock, epoch ms; null if there is none. */
  readonly newestReceivedAt: number | null;
  /** Calls back after every change, once per message. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Picture time now, in seconds since `originMs`. `nowMs` is `performance.now()`. */
  pictureTimeS(nowMs: number): number;
}

/** A part of the race line, as a sector is. */
export interface RaceStretch {
  /** In driving order. */
  readonly points: readonly LatLng[];
  readonly label: string;
  /** Index in `STRETCH_COLOURS`; higher ones repeat from its first. */
  readonly colour: number;
  /** Of the flag that is in force there: the stretch is then broad, in the colour of the flag. */
  readonly flag?: FlagColour;
  /** Somebody has chosen it: without a flag it is then broad, in the colour of a selection. */
  readonly isChosen?: boolean;
}

export interface RaceRoute {
  /** One polyline per stretch of track, in driving order. */
  readonly lines: readonly (readonly LatLng[])[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly finishRadiusM: number;
  /** Closed ring, or null. */
  readonly boxes: readonly LatLng[] | null;
  /** Drawn thin within the track, with their labels. */
  readonly stretches?: readonly RaceStretch[];
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

/** The colours of sectors, in turn. */
export const STRETCH_COLOURS = [
  'stretch1',
  'stretch2',
  'stretch3',
  'stretch4',
  'stretch5',
  'stretch6',
] as const;

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
  'route',
  'stage',
  ...STRETCH_COLOURS,
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
/** The theme's colours, read from the tokens by the application: layers define no colours. */
export type MapPalette = Readonly<Record<(typeof MAP_COLOURS)[number], Rgba>>;

/** Texts that the map draws or gives to screen readers. */
export interface RaceMapTexts {
  /** Name of the map as a whole. */
  readonly map: string;
  readonly start: string;
  readonly finish: string;
  readonly boxes: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** Returns to the first view. */
  readonly fit: string;
  /** Closes the details of a point of interest. */
  readonly close: string;
}

/** A request to bring a car to the middle of the map and near enough to see the track around it. */
export interface CentreRequest {
  readonly invitationId: number;
}

/** The part of the ground that the map shows; degrees. */
export interface MapView {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
  readonly north: number;
  readonly south: number;
  readonly west: number;
  readonly east: number;
}

export interface RaceMapProps {
  readonly cars: LiveCarsSource;
  readonly route: RaceRoute | null;
  /** Empty while hidden. */
  readonly pois: readonly RacePoi[];
  /** The initial view if there is no track to fit. */
  readonly home: MapPosition;
  /** The initial view that somebody has chosen, in place of one that is fitted to the track; read once. */
  readonly initialView?: MapPosition | null;
  /** Imagery; null or an empty `tileUrl` for the drawn ground only. */
  readonly settings: MapSettings | null;
  readonly palette: MapPalette;
  /** False while the connection is down: cars stay in place, grey. */
  readonly live: boolean;
  /** Invitation ids of inspected and selected cars: they have a ring, and their numbers are always shown. */
  readonly selected: ReadonlySet<number>;
  /** Invitation ids of cars whose numbers are shown where the others are dots. */
  readonly leaders?: ReadonlySet<number>;
  /** Cars within reach of a click, nearest first, from which the application chooses. Empty: bare ground. */
  readonly onPick: (invitationIds: readonly number[]) => void;
  /**
   * A press that reaches no car and no point of interest, and closes none. `reachM` is how far a press reaches at this zoom,
   * metres.
   */
  readonly onGround?: ((place: LatLng, reachM: number) => void) | undefined;
  /** Called when the view has changed, by the person or by the map itself. */
  readonly onView?: (view: MapView) => void;
  readonly texts: RaceMapTexts;
  /** In the strip below the map. */
  readonly tools?: ReactNode;
  /** Opacity of the imagery, 0 to 1; 1 if left out. */
  readonly imageryShare?: number;
  /** Doubles the casings of cars and track, for reading in sunlight. */
  readonly doubledCasings?: boolean;
  /** Invitation ids of cars with an unacknowledged SOS: their ring pulses, or stands still if the car has cleared it. */
  readonly unacknowledged?: ReadonlySet<number>;
  /** Invitation id of the car whose last minute is drawn; null: none. */
  readonly trailOf?: number | null;
  /** In place of that of `trailOf`; null: none. */
  readonly trail?: TrailSource | null | undefined;
  /** Invitation id of the car that is kept in view; null: none. */
  readonly follow?: number | null;
  /** In place of `onPick`: a press chooses a place, and a second one does not zoom. */
  readonly onPlace?: ((place: LatLng) => void) | undefined;
  /** Over the map, within its edges: what somebody draws. */
  readonly over?: ReactNode;
  /** Each new object moves the view to a car, once: see `CentreRequest`. */
  readonly centre?: CentreRequest | null;
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
