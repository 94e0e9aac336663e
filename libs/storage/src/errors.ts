import { ServiceUnavailableError } from '@flagpost/platform';
import { toPlain, type PlainError } from './plain-error.js';

/** More waits to be stored than may. Nothing of this request was stored; a repetition may succeed. */
export class StorageFull extends ServiceUnavailableError {
  override readonly name = 'StorageFull';
  constructor(title: string) {
    super(`${title}: too much waits for the disk.`);
  }
}

/**
 * The disk is full, failed, or the folder is gone. A write may have been stored all the same: after a failed sync it is
 * unknown what a crash would leave. A repetition may succeed.
 */
export class StorageUnavailable extends ServiceUnavailableError {
  override readonly name = 'StorageUnavailable';
}

/** The file was closed before this request. */
export class StorageClosed extends Error {
  override readonly name = 'StorageClosed';
  constructor(title: string) {
    super(`${title} is closed.`);
  }
}

/** A thread of the storage ended by itself. Whether outstanding writes were stored is unknown. */
export class StorageDied extends Error {
  override readonly name = 'StorageDied';
}

/** The error as the caller sees it. */
export const revive = (
  { name, message, stack, unavailable }: PlainError,
  title: string,
  errors: Readonly<Record<string, (message: string) => Error>> = {},
): Error => {
  if (unavailable) return new StorageUnavailable(`${title} cannot be used now: ${message}.`);
  const known = errors[name]?.(message);
  if (known !== undefined) return known;
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
};

/** Runs `work`. @throws {StorageUnavailable} if the disk cannot be used now; what `work` throws otherwise */
export const asUnavailable = <T>({ title }: { readonly title: string }, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const plain = toPlain(error);
    throw plain.unavailable ? revive(plain, title) : error;
  }
};
