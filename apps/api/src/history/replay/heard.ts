import { RACE, type PastPeriod } from '@flagpost/contracts';

/**
 * When a car was heard, epoch ms, as first and last time of each stretch in which it was not silent: [first, last, first, last, …].
 * In order, whatever the order in which it was added.
 */
export type Heard = number[];

/** Adds a stretch. Those between which the car was not silent become one. */
export const addHeard = (heard: Heard, first: number, last: number): void => {
  const timeAt = (index: number): number => heard[index] ?? NaN;
  let end = heard.length;
  while (timeAt(end - 2) > last + RACE.offlineAfterMs) end -= 2;
  let begin = end;
  while (timeAt(begin - 1) + RACE.offlineAfterMs >= first) begin -= 2;
  if (end - begin === 2) {
    heard[begin] = Math.min(first, timeAt(begin));
    heard[begin + 1] = Math.max(last, timeAt(begin + 1));
  } else {
    const joined = heard.slice(begin, end);
    heard.splice(begin, end - begin, Math.min(first, ...joined), Math.max(last, ...joined));
  }
};

/** The stretches that end at a time or later. */
export const heardSince = (heard: Heard, time: number): Heard => {
  let begin = heard.length;
  while ((heard[begin - 1] ?? NaN) >= time) begin -= 2;
  return heard.slice(begin);
};

/** @param until epoch ms: the last one goes on if it had begun by then */
export const silencesOf = (invitationId: number, heard: Heard, until: number): PastPeriod[] => {
  const silences: PastPeriod[] = [];
  for (let i = 1; i < heard.length; i += 2) {
    const [last = NaN, next] = heard.slice(i, i + 2);
    if (next !== undefined || until - last > RACE.offlineAfterMs)
      silences.push([invitationId, last + RACE.offlineAfterMs, next ?? null]);
  }
  return silences;
};
