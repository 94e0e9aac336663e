import { readFileSync } from 'node:fs';

const settings = JSON.parse(readFileSync(new URL('../../.swcrc', import.meta.url), 'utf8'));
delete settings.$schema;

/** How specs and what they import are compiled: as for the build, with their maps in place. */
export const SWC = { ...settings, sourceMaps: 'inline' };
