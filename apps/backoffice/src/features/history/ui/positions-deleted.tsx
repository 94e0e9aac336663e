import type { ReactElement } from 'react';
import type { PastStory } from '@flagpost/contracts';
import { counted, dayOf } from '../../../shared/format.js';
import { LANGUAGE } from '../../../shared/language.js';
import { TEXTS } from '../../../shared/texts/history.js';
import type { GmtHoursAt } from '../../race-control/track-clock.js';

/** That the positions of the race were deleted, when and under which rule; nothing while they are kept. */
export const PositionsDeletedNotice = ({
  story: { positionsDeleted },
  gmtHoursAt,
}: {
  story: Pick<PastStory, 'positionsDeleted'>;
  gmtHoursAt: GmtHoursAt;
}): ReactElement | null => {
  if (positionsDeleted === null) return null;
  const { DeletedAt, KeepDays, SetAt, SetBy } = positionsDeleted;
  const day = (iso: string): string => dayOf(Date.parse(iso), gmtHoursAt(Date.parse(iso)), LANGUAGE);
  return (
    <p className="history-none" role="status">
      {TEXTS.history.positionsDeleted(day(DeletedAt), counted(KeepDays), SetBy.Name, day(SetAt))}
    </p>
  );
};
