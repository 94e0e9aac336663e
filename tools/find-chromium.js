import { chromium } from '@playwright/test';
import { findChromium } from './chromium.js';

/** Prints the Chromium that the browser tests would use; exits with 1 if there is none. */
const path = findChromium(chromium.executablePath());
if (path === undefined) process.exitCode = 1;
else console.log(path);
