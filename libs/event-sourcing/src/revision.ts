import { RevisionConflict } from './store.js';
import type { ExpectedRevision } from './store.js';

/**
 * Checks the expected revision of an append. `actual` is the stream's last revision, -1 if the stream does not exist.
 *
 * @throws {RevisionConflict}
 */
export const checkRevision = (stream: string, expected: ExpectedRevision, actual: number): void => {
  const wanted = expected === 'noStream' ? -1 : expected;
  if (wanted !== 'any' && wanted !== actual) throw new RevisionConflict(stream, expected, actual);
};
