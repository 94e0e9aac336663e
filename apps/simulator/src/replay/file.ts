import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readRecording, RecordingError, type Recording } from '@flagpost/telemetry/recordings';
import { binaryKindOf, READABLE, textKindOf } from './file-kind.js';
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

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'this user may not read it',
};

/**
 * Reads a recording, gzipped or not.
 *
 * @throws {ReplayError} one sentence, with the number of the line if the content is at fault
 */
export const readRecordingFile = async (path: string): Promise<Recording> => {
  const name = basename(path);
  const bytes = await readFile(path).catch((cause: unknown) => {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new ReplayError(`${path} cannot be read: ${FAULTS[code] ?? message}.`, { cause });
  });
  const content = isGzip(bytes)
    ? await promisify(gunzip)(bytes).catch((cause: unknown) => {
        throw new ReplayError(`${name} cannot be read: it is no whole gzip file.`, { cause });
      })
    : bytes;
  const text = decoded(content);
  const kind = binaryKindOf(content) ?? textKindOf(text);
  if (kind !== null) throw new ReplayError(`${name} ${kind}. ${READABLE}`);
  try {
    return readRecording(text, (await stat(path)).mtimeMs);
  } catch (cause) {
    if (!(cause instanceof RecordingError)) throw cause;
    throw new ReplayError(`${name} cannot be read: ${cause.message}`, { cause });
  }
};
