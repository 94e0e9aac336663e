/** A server that this program depends on cannot be reached. Nothing is known to be stored; a repetition may succeed. */
export class ServiceUnavailableError extends Error {
  override readonly name = 'ServiceUnavailableError';
}
