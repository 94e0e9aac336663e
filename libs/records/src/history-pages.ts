import type { HistoryBlock, HistoryStore } from './port.js';

/** Both included. */
export interface Minutes {
  readonly first: number;
  readonly last: number;
}

/**
 * The blocks of a race in these minutes, at most `pageSize` at a time. A page may be empty. A store may put in order all that it is
 * asked about before it answers with a page: a question is about as many minutes as filled the page before.
 */
export async function* historyPages(
  history: Pick<HistoryStore, 'read'>,
  eventId: number,
  pageSize: number,
  { first, last }: Minutes,
): AsyncGenerator<readonly HistoryBlock[], void> {
  let [from, span] = [first, 1];
  let after: HistoryBlock | undefined;
  while (from <= last) {
    const to = Math.min(last, from + span - 1);
    const page = await history.read(eventId, from, to, pageSize, after);
    yield page;
    after = page.length < pageSize ? undefined : page.at(-1);
    if (after === undefined) {
      from = to + 1;
      span *= 2;
    } else {
      span = after.minute - from + 1;
      from = after.minute;
    }
  }
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
  let page: readonly HistoryBlock[];
  do {
    page = await history.read(eventId, minute, minute, CARS_AT_ONCE, found.at(-1));
    found.push(...page);
  } while (page.length === CARS_AT_ONCE);
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
