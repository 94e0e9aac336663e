import type { Point, Project } from './near.js';
import type { Trails } from './trails.js';
import type { RaceMapProps, RacePoi } from './types.js';
import type { ViewMemory } from './view-memory.js';

type Optional = 'imageryShare' | 'doubledCasings' | 'pulsing' | 'trailOf' | 'follow';

/** What both drawings of the map, with WebGL and on a 2D canvas, are given. */
export interface DrawingProps
  extends
    Omit<RaceMapProps, Optional | 'onPick' | 'onDrawn' | 'onGraphics' | 'graphicsRetries' | 'onFailure'>,
    Required<Pick<RaceMapProps, Optional>> {
  readonly trails: Trails;
  readonly memory: ViewMemory;
  /** Cars step from fix to fix instead of sliding. */
  readonly stepped: boolean;
  /** The point of interest that is told of. */
  readonly openPoi: RacePoi | null;
  readonly onPoi: (poi: RacePoi | null) => void;
  /** A press on the map, with what places the ground on it. */
  readonly onPress: (project: Project, at: Point) => void;
  readonly onDrawn: (newestReceivedAt: number | null) => void;
}
