import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Recordings that lie beside a checkout and are no part of it. */
const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** Path of a recording, or null if the recordings are not there. */
export const sharedData = (path: string): string | null => (existsSync(folder) ? `${folder}${path}` : null);

export const SHARED_DATA_MISSING = 'skipped: no recordings beside this checkout (../shared/data)';
