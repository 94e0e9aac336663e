/** Reasons why a track file is not read. */
export type TrackFileFault =
  /** It is of no format that is read, whatever its name says. */
  | 'unknownFormat'
  /** It has a password. */
  | 'protected'
  /** It ends too early, or is not well-formed. */
  | 'damaged'
  /** It has a document type, which could define entities. */
  | 'doctype'
  /** It is larger than is read, or unpacks to more. */
  | 'tooLarge'
  | 'tooManyPoints'
  | 'tooManyShapes'
  /** A position is not on earth, or is no position. */
  | 'coordinates'
  /** It only refers to other files, which are never fetched. */
  | 'linksOnly'
  /** It has no line, area or point. */
  | 'empty';

export class TrackFileError extends Error {
  override readonly name = 'TrackFileError';
  constructor(
    readonly fault: TrackFileFault,
    /** From 1; null if the fault is of the whole file. */
    readonly line: number | null = null,
    /** The text in the file that is at fault, shortened; null if there is none. */
    readonly quoted: string | null = null,
    /** What a parser says about it, in English. */
    readonly reason: string | null = null,
  ) {
    const place = line === null ? '' : ` in line ${line}`;
    super(`TrackFileError: ${fault}${place}${reason === null ? '' : `: ${reason}`}`);
  }
}
