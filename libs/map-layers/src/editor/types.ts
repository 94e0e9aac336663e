import type { LatLng, MapPosition, MapSettings, PoiIcon } from '@flagpost/contracts';
import type { Graphics } from '../graphics.js';
import type { MapPalette, RaceMapTexts, RaceStretch } from '../types.js';

/** A part of the scene that can be chosen, moved and deleted. */
export type EditorTarget =
  /** A point by its index, or the whole line. In a closed line the first point stands for the last one as well. */
  | { readonly kind: 'line'; readonly id: string; readonly point: number | null }
  | { readonly kind: 'boxes'; readonly point: number | null }
  | { readonly kind: 'start' }
  | { readonly kind: 'finish' }
  /** A gate of a stage. */
  | { readonly kind: 'gate'; readonly id: string; readonly end: 'start' | 'finish' }
  | { readonly kind: 'poi'; readonly id: string };

export interface EditorLine {
  readonly id: string;
  /** In driving order. */
  readonly points: readonly LatLng[];
  /** The line on which laps are counted, the line of a stage, or a line without a meaning for the race. */
  readonly role: 'race' | 'drawing' | 'stage';
  readonly label: string | null;
  readonly gates?: { readonly start: LatLng | null; readonly finish: LatLng | null };
}

export interface EditorPoi {
  readonly id: string;
  readonly position: LatLng;
  readonly description: string;
  readonly icon: PoiIcon;
  /** Name of the icon's kind, in the language of the page. */
  readonly kind: string;
}

/** All that is drawn over the ground. A changed part is a new object: parts are compared by reference. */
export interface EditorScene {
  readonly lines: readonly EditorLine[];
  /** Corners of the area; the last one may repeat the first. */
  readonly boxes: readonly LatLng[] | null;
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly finishRadiusM: number;
  readonly pois: readonly EditorPoi[];
  readonly stretches?: readonly RaceStretch[];
}

/** `view` chooses nothing; `select` chooses and moves; the others draw. */
export type EditorTool = 'view' | 'select' | 'line' | 'start' | 'finish' | 'boxes' | 'poi';

/** Texts that the map draws or gives to screen readers. */
export interface EditorMapTexts extends RaceMapTexts {
  /** How the map is operated by keyboard; describes the focused map. */
  readonly keys: string;
}

export interface EditorMapProps {
  readonly scene: EditorScene;
  readonly tool: EditorTool;
  /** Points of the line or of the boxes that are being drawn. */
  readonly draft: readonly LatLng[];
  readonly selection: EditorTarget | null;
  /** Whether what is drawn or dragged snaps to points and lines. */
  readonly snapping: boolean;
  /** The initial view if the scene is empty. */
  readonly home: MapPosition;
  /** Imagery; null or an empty `tileUrl` for the drawn ground only. */
  readonly settings: MapSettings | null;
  readonly palette: MapPalette;
  readonly texts: EditorMapTexts;
  /** Moves the view to each new value; null leaves it where it is. */
  readonly goTo: MapPosition | null;
  /** Null: the press was on bare ground. */
  readonly onSelect: (target: EditorTarget | null) => void;
  /** A point or place was moved. Called once, on release. */
  readonly onMove: (target: EditorTarget, to: LatLng) => void;
  /** A whole shape was moved by the way between these places. Called once, on release. */
  readonly onMoveShape: (target: EditorTarget, from: LatLng, to: LatLng) => void;
  /** A new point before the one that has this index now; an index equal to the number of points appends. */
  readonly onInsert: (target: EditorTarget, index: number, at: LatLng) => void;
  /** The next point of the draft, or the place of the start, the finish or a point of interest. */
  readonly onAdd: (at: LatLng) => void;
  /** The draft is complete: a double press, or a press on its first or last point. */
  readonly onFinish: () => void;
  /** The mark of a point of interest was pressed. */
  readonly onOpenPoi: (id: string) => void;
  /** The view has come to rest. */
  readonly onView: (position: MapPosition) => void;
  /** Opacity of the imagery, 0 to 1; 1 if left out. */
  readonly imageryShare?: number;
  /** Doubles the casings, for reading in sunlight. */
  readonly doubledCasings?: boolean;
  /** What the map is drawn with: at the beginning, and whenever it changes. */
  readonly onGraphics?: (graphics: Graphics) => void;
  /** Each rise asks for WebGL 2 again. */
  readonly graphicsRetries?: number;
  /** The WebGL map failed in another way than by losing its context. The scene is not affected. */
  readonly onFailure?: (error: unknown) => void;
}
