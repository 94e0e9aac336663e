import type { HistoryBlock, HistoryStore } from './port.js';

/** No race has a later minute. */
export const LAST_MINUTE = 2 ** 40;

export interface Minutes {
  readonly first: number;
  readonly last: number;
}

/** The blocks of a race, of all its minutes or of these, both included, `pageSize` at a time. The last page may be empty. */
export async function* historyPages(
  history: Pick<HistoryStore, 'read'>,
  eventId: number,
  pageSize: number,
  { first, last }: Minutes = { first: 0, last: LAST_MINUTE },
): AsyncGenerator<readonly HistoryBlock[], void> {
  let after: HistoryBlock | undefined;
  do {
    const page = await history.read(eventId, first, last, pageSize, after);
    yield page;
    after = page.length < pageSize ? undefined : page.at(-1);
  } while (after !== undefined);
}

/** A minute of a larger race is read in parts. */
const CARS_AT_ONCE = 5_000;

/** The blocks of all cars of a race in one minute: one question, where a store that may not be held up by it divides it itself. */
export const historyMinute = async (
  history: Pick<HistoryStore, 'read'>,
  eventId: number,
  minute: number,
): Promise<readonly HistoryBlock[]> => {
  const found: HistoryBlock[] = [];
  const minutes = { first: minute, last: minute };
  for await (const blocks of historyPages(history, eventId, CARS_AT_ONCE, minutes)) found.push(...blocks);
  return found;
};

/** A minute of which more cars are needed is read whole. */
const FEW = 4;

/** The blocks of some cars of a race in one minute, and maybe of others. */
export const historyMinuteOf = async (
  history: Pick<HistoryStore, 'get' | 'read'>,
  eventId: number,
  minute: number,
  cars: readonly number[],
): Promise<readonly HistoryBlock[]> => {
  if (cars.length > FEW) return historyMinute(history, eventId, minute);
  const found = await Promise.all(cars.map((invitationId) => history.get(eventId, invitationId, minute)));
  return found.filter((block) => block !== null);
};
