/** Runs a Flagpost and a race from outside, for programs that measure it. */
export { signIn } from './calls.js';
export { dropPart, ownPart } from './cluster.js';
export { startFlagpost, type Flagpost } from './flagpost.js';
export { categoryIdsOf, enterAndPublish, makeEvent, numbered } from './made-event.js';
export { roundCourse } from './round-course.js';
export { openScreen, type ScreenOptions } from './screen.js';
export { createLatencies } from './latencies.js';
