import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import { useNotices } from '../notices.js';
import { YesNo } from '../yes-no.js';

/** Texts and call for the removal of a row of a list. */
interface Removal<Row> {
  /** Title of the question and label of its confirm button. */
  readonly title: string;
  readonly questionOf: (row: Row) => string;
  readonly remove: (row: Row) => Promise<unknown>;
  readonly done: string;
}

/** Asks before a row of a list is removed, removes it, and reports success or the reason of a failure. */
export const useRemoval = <Row extends object>({
  title,
  questionOf,
  remove,
  done,
}: Removal<Row>): { readonly ask: (row: Row) => void; readonly question: ReactElement | null } => {
  const notices = useNotices();
  const [asked, setAsked] = useState<Row | null>(null);

  const carryOut = async (row: Row): Promise<void> => {
    setAsked(null);
    try {
      await remove(row);
      notices.success(done);
    } catch (failure) {
      notices.showDialog(failure);
    }
  };

  return {
    ask: setAsked,
    question: asked && (
      <YesNo
        title={title}
        yes={title}
        no={TEXTS.cancel}
        danger
        onYes={() => void carryOut(asked)}
        onNo={() => setAsked(null)}
      >
        {questionOf(asked)}
      </YesNo>
    ),
  };
};
