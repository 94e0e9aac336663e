/**
 * A server that this program depends on cannot be reached. The call may or may not have been carried out; a repetition
 * may succeed.
 */
export class ServiceUnavailableError extends Error {
  override readonly name: string = 'ServiceUnavailableError';
}
