/** Reads recordings of other programs: text in, fixes out. Pure, browser-safe; the caller decodes and decompresses. */
import { readGpx } from './gpx.js';
import { readNdjson } from './ndjson.js';
import type { Recording } from './recording.js';
import { readVbo } from './vbo.js';

export { RecordingError, type RecordedFix, type Recording } from './recording.js';
export { readGpx, readNdjson, readVbo };

/**
 * Detects the format: GPX begins with `<`, NDJSON with `{`, everything else is read as VBO.
 *
 * @param fileDate epoch ms of about when it was recorded, for VBO files without a date
 * @throws RecordingError
 */
export const readRecording = (text: string, fileDate?: number): Recording => {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('<')) return readGpx(text);
  return start.startsWith('{') ? readNdjson(text) : readVbo(text, fileDate);
};
