/** The drawing surface of the track editor. An entry point of its own: neither the login nor the live map loads it. */
export * from './types.js';
export { EditorMap } from './editor-map.js';
