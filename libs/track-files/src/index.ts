/** The track of an event as a file that maps and receivers read. Reading has an entry of its own. */
export { writeGeoJson } from './write/geojson.js';
export { writeGpx } from './write/gpx.js';
export { writeKml } from './write/kml.js';
export type { TrackFile } from './write/track-file.js';
