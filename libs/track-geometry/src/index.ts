/**
 * The geometry of a drawn track: lengths, projection on a line, stretches, thinning, warnings, editing of points. Lines
 * are lists of points in driving order. Pure, browser-safe.
 */
export { isClosed, kilometres, lengthM, raceLine, type Line } from './line.js';
export { passages, project, type Projection } from './project.js';
export {
  dividedIn,
  pointAt,
  stretch,
  stretchAlong,
  stretchFault,
  type Stretch,
  type StretchFault,
  type StretchGates,
} from './stretches.js';
export { thinned, thinnedInSlices, type Thinned } from './thin.js';
export { routeChanges, summaryOf, type ComparedRoute, type RouteSummary } from './route-changes.js';
export { viewOf } from './view.js';
export { warningsOf, type CheckedRoute, type RouteWarning } from './warnings.js';
export { closed, cutAt, insertPoint, joined, movePoint, moveShape, removePoint, reversed } from './edit.js';
export { trackFromDrive, type DriveOptions, type DriveTrack } from './drive/track-from-drive.js';
export type { DriveFix } from './drive/path.js';
