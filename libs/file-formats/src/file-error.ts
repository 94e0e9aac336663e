/** Reasons why a file is not read. */
export type FileFault =
  /** It is encrypted. */
  | 'protected'
  /** It ends too early, or contradicts itself. */
  | 'damaged'
  /** It has a document type, which could define entities. */
  | 'doctype'
  /** It would unpack to more than is allowed. */
  | 'tooLarge';

export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly fault: FileFault,
    /** From 1; null in a binary format. */
    readonly line: number | null = null,
    /** What the parser says about it, in English. */
    readonly reason: string | null = null,
  ) {
    super(
      `FileError: ${[fault, line === null ? null : `line ${line}`, reason].filter((part) => part !== null).join(', ')}`,
    );
  }
}
