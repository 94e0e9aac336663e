/** Reads track files that anybody may have made: KML, KMZ, GPX and GeoJSON. Nothing that they refer to is fetched. */
export type { TrackFileLimits } from './collect.js';
export { readTrackFile, type ReadTrackFile } from './read.js';
export { TrackFileError, type TrackFileFault } from './track-file-error.js';
export type { TrackShape } from '../track-shape.js';
