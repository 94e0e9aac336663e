import { RevisionConflict } from './store.js';
import type { ExpectedRevision } from './store.js';

/**
 * Lets an append pass or refuses it. `actual` is the stream's last revision, -1 where there is none.
 *
 * @throws {RevisionConflict}
 */
export const checkRevision = (stream: string, expected: ExpectedRevision, actual: number): void => {
  const wanted = expected === 'noStream' ? -1 : expected;
  if (wanted !== 'any' && wanted !== actual) throw new RevisionConflict(stream, expected, actual);
};
