import { openSync, closeSync, existsSync, renameSync, write as writeTo } from 'node:fs';
import { promisify } from 'node:util';
import { errorCode } from './error-code.js';

const write = promisify(writeTo);

/** Characters of log that may wait for a slow disk. */
const MOST_WAITING = 8 * 1024 * 1024;

export interface LogFile {
  /** Adds a line without waiting for the disk. Lines that cannot be written now are counted, and the next that can says so. */
  write(line: string): void;
  /** Resolves when everything so far was written or lost. */
  close(): Promise<void>;
}

/**
 * The log of one run in a file; that of the run before is kept as `former`. A disk that is full or fails stops nothing: lines
 * are lost as long as it lasts, and the log goes on as soon as one can be written again.
 *
 * @param lost Makes the line that tells how many were lost.
 */
export const openLogFile = (
  { path, former }: { readonly path: string; readonly former: string },
  lost: (lines: number, reason: string) => string,
): LogFile => {
  let descriptor: number | null = null;
  let waiting: string[] = [];
  let characters = 0;
  let lostLines = 0;
  let reason = '';
  /** The file ends within a line. */
  let torn = false;
  let writing: Promise<void> | null = null;

  /** Opened again after a failure, as the folder may have been replaced. */
  const opened = (): number => (descriptor ??= openSync(path, 'a', 0o600));
  const closeDescriptor = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };

  const writeAll = async (text: string): Promise<void> => {
    const bytes = Buffer.from(torn ? `\n${text}` : text);
    for (let done = 0; done < bytes.length; torn = done < bytes.length) {
      const { bytesWritten } = await write(opened(), bytes, done, bytes.length - done, null);
      done += bytesWritten;
    }
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = lostLines === 0 ? waiting : [lost(lostLines, reason), ...waiting];
      const count = waiting.length;
      waiting = [];
      characters = 0;
      try {
        await writeAll(`${lines.join('\n')}\n`);
        lostLines = 0;
      } catch (error) {
        lostLines += count;
        reason = errorCode(error) || String(error);
        closeDescriptor();
      }
    }
    writing = null;
  };

  if (existsSync(path)) renameSync(path, former);
  return {
    write(line) {
      if (characters + line.length > MOST_WAITING) {
        lostLines += 1;
        reason = 'the disk is slow';
        return;
      }
      waiting.push(line);
      characters += line.length;
      writing ??= drain();
    },
    async close() {
      await writing;
      closeDescriptor();
    },
  };
};
