/** Errors as they travel between threads. Imported by threads, which load as little as they can. */

/** An error as it travels between threads. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The storage cannot be used now. */
  readonly unavailable: boolean;
}

/** Primary result codes of SQLite after which a later attempt may succeed. */
const UNAVAILABLE: Readonly<Record<number, string>> = {
  5: 'another program holds the file', // SQLITE_BUSY
  10: 'the disk reports an error', // SQLITE_IOERR
  13: 'the disk is full', // SQLITE_FULL
  14: 'the file cannot be opened', // SQLITE_CANTOPEN
};
const PRIMARY = 0xff;

/** Why the storage cannot be used now, in words; null if the error is of another kind. */
const reasonOf = (error: unknown): string | null => {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? (UNAVAILABLE[errcode & PRIMARY] ?? null) : null;
};

/** The file cannot be used now, for a reason that SQLite does not tell. */
export class FileUnusable extends Error {
  override readonly name: string = 'FileUnusable';
}

/** The file that a connection has open is not, or no longer, at its path. */
export class FileMoved extends FileUnusable {
  override readonly name = 'FileMoved';
}

/** An error of SQLite, as opposed to one of an operation. */
export const isOfSqlite = (error: unknown): boolean =>
  typeof (error as { readonly errcode?: unknown }).errcode === 'number';

export const toPlain = (error: unknown): PlainError => {
  // By its fields: an error of SQLite may be one of another realm, such as that of a spec.
  const { name = 'Error', message = String(error), stack } = error as Partial<Error>;
  const reason = error instanceof FileUnusable ? message : reasonOf(error);
  return {
    name,
    message: reason === null || reason === message ? message : `${reason} (${message})`,
    stack,
    unavailable: reason !== null,
  };
};
