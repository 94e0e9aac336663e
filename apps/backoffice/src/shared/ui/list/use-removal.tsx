import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import { useNotices } from '../notices.js';
import { YesNo } from '../yes-no.js';

/** What is said of removing a row of a list, and how it is done. */
interface Removal<Row> {
  /** Of the question, and of the button that says yes. */
  readonly title: string;
  readonly questionOf: (row: Row) => string;
  readonly remove: (row: Row) => Promise<unknown>;
  readonly done: string;
}

/** Asks before a row of a list is removed, removes it, and says that it is gone or why it is not. */
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
