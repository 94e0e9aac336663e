import type { Point, Project } from './near.js';
import type { RaceMapProps, RacePoi } from './types.js';
import type { ViewMemory } from './view-memory.js';

type Optional =
  'leaders' | 'imageryShare' | 'doubledCasings' | 'unacknowledged' | 'trail' | 'follow' | 'centre';

/** Properties of both renderers, WebGL and 2D canvas. */
export interface DrawingProps
  extends
    Omit<
      RaceMapProps,
      | Optional
      | 'onPick'
      | 'onGround'
      | 'onDrawn'
      | 'onGraphics'
      | 'graphicsRetries'
      | 'onFailure'
      | 'tools'
      | 'over'
      | 'trailOf'
    >,
    Required<Pick<RaceMapProps, Optional>> {
  readonly memory: ViewMemory;
  /** Cars step from fix to fix instead of sliding. */
  readonly stepped: boolean;
  /** The place of the zoom buttons; null while another drawing of the map has it. */
  readonly controls: Element | null;
  readonly onPoi: (poi: RacePoi | null) => void;
  /** A press on the map, with the projection of the ground. */
  readonly onPress: (project: Project, at: Point) => void;
  readonly onDrawn: (newestReceivedAt: number | null) => void;
}
