/** Awaited between slices of some milliseconds of work, so that a large file does not block other work. */
export type Pause = () => Promise<void>;

/** Bytes, or UTF-16 code units, that are processed between two pauses. */
const SLICE = 8 * 1024;

type Sliceable = string | Uint8Array;

/** A text or bytes in slices; bytes are views of the same memory. */
export function* slices<T extends Sliceable>(whole: T, size = SLICE): Generator<T, void, undefined> {
  for (let from = 0; from < whole.length; from += size)
    yield (
      typeof whole === 'string' ? whole.slice(from, from + size) : whole.subarray(from, from + size)
    ) as T;
}
