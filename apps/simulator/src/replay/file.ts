import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readRecording, RecordingError, type Recording } from '@flagpost/telemetry/recordings';
import { ReplayError } from './recorded-cars.js';

/** Old files are in Latin-1 (VBO's comments); any byte can be read as that. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
};

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Reads a recording, gzipped or not.
 *
 * @throws {ReplayError} one sentence, which names the line where the content is at fault
 */
export const readRecordingFile = async (path: string): Promise<Recording> => {
  const name = basename(path);
  const bytes = await readFile(path).catch((cause: unknown) => {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new ReplayError(`${path} cannot be read: ${why}.`, { cause });
  });
  const content = isGzip(bytes)
    ? await promisify(gunzip)(bytes).catch((cause: unknown) => {
        throw new ReplayError(`${name} cannot be read: it is no whole gzip file.`, { cause });
      })
    : bytes;
  try {
    return readRecording(decoded(content), (await stat(path)).mtimeMs);
  } catch (cause) {
    if (!(cause instanceof RecordingError)) throw cause;
    throw new ReplayError(`${name} cannot be read: ${cause.message}`, { cause });
  }
};
