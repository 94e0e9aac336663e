import { LOG_FORMAT } from '@flagpost/domain';
import { NewerFile } from '@flagpost/platform/newer-file';
import type { ApiDependencies } from './dependencies.js';
import { LOG_FORMAT_IN_USE } from './stored-names.js';

/**
 * Notes that this release writes the log. It is to be called before anything is read from it: an event type of a later release
 * would be ignored.
 *
 * @throws {NewerFile} if a later release has noted itself
 */
export const claimLogFormat = async (
  { records: { checkpoints } }: Pick<ApiDependencies, 'records'>,
  ours: number = LOG_FORMAT.number,
): Promise<void> => {
  for (;;) {
    const stored = await checkpoints.load(LOG_FORMAT_IN_USE);
    const theirs = Number(stored ?? 0);
    if (theirs > ours)
      throw new NewerFile(
        `The event log has format ${theirs} of a later release, this one supports ${ours}.`,
      );
    if (theirs === ours || (await checkpoints.advance(LOG_FORMAT_IN_USE, stored, String(ours)))) return;
  }
};
