/** The track of an event, and positions of its cars, as files that maps and receivers read. Reading has an entry of its own. */
export { writeGeoJson } from './write/geojson.js';
export { writeGpx } from './write/gpx.js';
export { writeKml } from './write/kml.js';
export {
  writePositionsGeoJson,
  writePositionsGpx,
  type DrivenCar,
  type DrivenPosition,
} from './write/positions.js';
export type { TrackFile } from './write/track-file.js';
