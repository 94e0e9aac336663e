/** The race map: deck.gl layers over MapLibre, fed by typed arrays. */
export * from './types.js';
export type { Graphics } from './graphics.js';
export type { TrailColumns, TrailSource } from './trails.js';
export { RaceMap } from './race-map.js';
export { TrackMap } from './track-map.js';
export { drawStretchPicture, type StretchPictureOptions } from './stretch-picture.js';
export { drawSnapshot, SNAPSHOT_PX, type SnapshotOptions } from './snapshot.js';
