import { readTrackFile, TrackFileError, type ReadTrackFile } from '../read/index.js';

export const LIMITS = { bytes: 2 * 1_048_576, points: 50_000, shapes: 1_000 };
let paused = 0;
export const pauses = (): number => paused;

const bytesOf = (file: Uint8Array | string): Uint8Array =>
  typeof file === 'string' ? new TextEncoder().encode(file) : file;

export const readAll = (file: Uint8Array | string): Promise<ReadTrackFile> =>
  readTrackFile(bytesOf(file), { limits: LIMITS, pause: async () => void (paused += 1) });

/** The fault with its line and what it quotes: 'coordinates 5 no,no'. */
export const faultOf = async (file: Uint8Array | string): Promise<string> => {
  try {
    await readAll(file);
    return 'read';
  } catch (error) {
    if (!(error instanceof TrackFileError)) throw error;
    return [error.fault, error.line, error.quoted].filter((part) => part !== null).join(' ');
  }
};

/** Shapes in short: 'track SS 1 (2)', 'poi Nord (1) ambulancia'. */
export const shapesOf = async (file: Uint8Array | string): Promise<readonly string[]> =>
  (await readAll(file)).shapes.map(({ kind, name, icon, points }) =>
    [kind, name ?? '-', `(${points.length})`, ...(icon === null || icon === 'location' ? [] : [icon])].join(
      ' ',
    ),
  );
