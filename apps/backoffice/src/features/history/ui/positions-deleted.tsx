import type { ReactElement } from 'react';
import type { PastStory } from '@flagpost/contracts';
import { counted, dayOf } from '../../../shared/format.js';
import { LANGUAGE } from '../../../shared/language.js';
import { TEXTS } from '../../../shared/texts/history.js';

/** That the positions of the race were deleted, when and under which rule; nothing while they are kept. */
export const PositionsDeletedNotice = ({
  story: { positionsDeleted },
  gmtHours,
}: {
  story: Pick<PastStory, 'positionsDeleted'>;
  gmtHours: number;
}): ReactElement | null => {
  if (positionsDeleted === null) return null;
  const { DeletedAt, KeepDays, SetAt, SetBy } = positionsDeleted;
  const day = (iso: string): string => dayOf(Date.parse(iso), gmtHours, LANGUAGE);
  return (
    <p className="history-none" role="status">
      {TEXTS.history.positionsDeleted(day(DeletedAt), counted(KeepDays), SetBy.Name, day(SetAt))}
    </p>
  );
};
