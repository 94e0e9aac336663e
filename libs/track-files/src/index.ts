/** The track of an event as a file that maps and receivers read. */
export { writeKml, type TrackFile } from './kml.js';
