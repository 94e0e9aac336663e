import type { Language, RefusalCode } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';

/** A file that is not taken, of which nothing is stored. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  constructor(
    readonly code: RefusalCode,
    /** From 1; null if the reason is of the whole file. */
    readonly line: number | null = null,
    /** The text in that line that is at fault; null if it is not known. */
    readonly quoted: string | null = null,
  ) {
    super(`FileRefusedError: ${code}`);
  }
}

/** The reason with its line. */
export const fileRefusal = ({ code, line, quoted }: FileRefusedError, language: Language): string => {
  const { refusals, files } = TEXTS_IN[language];
  return line === null ? refusals[code] : files.atLine(line, quoted, refusals[code]);
};
