import { useState } from 'react';
import type { ToldCode } from '@flagpost/contracts';
import { isRefusedAs } from '../../failures.js';

export interface Edited<Row> {
  /** As it was read last. */
  readonly edited: Row;
  /** As it was before somebody else changed it; null if nobody has. */
  readonly formerly: Row | null;
  /** Saves it. If it was changed meanwhile, it is read again before this rejects. */
  readonly saving: (save: () => Promise<unknown>) => Promise<void>;
}

/**
 * What a form edits: as it was when the form was opened, until an edit of it is refused as somebody else has changed it.
 *
 * @param changed the code of that refusal
 * @param read reads it again; undefined if it is not there any more
 */
export const useEdited = <Row>(
  opened: Row,
  changed: ToldCode,
  read: () => Promise<Row | undefined>,
): Edited<Row> => {
  const [{ edited, formerly }, setEdited] = useState<Pick<Edited<Row>, 'edited' | 'formerly'>>({
    edited: opened,
    formerly: null,
  });
  return {
    edited,
    formerly,
    saving: async (save) => {
      try {
        await save();
      } catch (failure) {
        if (isRefusedAs(failure, changed)) {
          const newest = await read();
          if (newest !== undefined) setEdited({ edited: newest, formerly: edited });
        }
        throw failure;
      }
    },
  };
};
