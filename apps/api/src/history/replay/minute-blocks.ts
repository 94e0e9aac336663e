import { historyMinute, type HistoryBlock, type HistoryStore } from '@flagpost/records';

/** A minute of which more cars are needed is read whole. */
const FEW = 4;

/** The blocks of some cars of a race in one minute, and maybe of others. */
export const readMinuteOf = async (
  history: Pick<HistoryStore, 'get' | 'read'>,
  eventId: number,
  minute: number,
  cars: readonly number[],
): Promise<readonly HistoryBlock[]> => {
  if (cars.length > FEW) return historyMinute(history, eventId, minute);
  const found = await Promise.all(cars.map((invitationId) => history.get(eventId, invitationId, minute)));
  return found.filter((block) => block !== null);
};
