/** A server that this program needs cannot be reached now: nothing is known to be stored, the same may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
