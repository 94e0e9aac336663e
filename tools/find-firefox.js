import { findFirefox, hasDisplay } from './firefox.js';

/** Prints the Firefox that the browser tests would use; exits with 1 if there is none, or no display for it. */
const path = findFirefox();
if (path === undefined || !hasDisplay()) process.exitCode = 1;
else console.log(path);
