import { describe, expect, it } from '@jest/globals';
import type { PastStory, Truth } from '@flagpost/contracts';
import { encodePastSpan, fixRows, replayCar, type HistoryFix } from '@flagpost/telemetry';
import { aPastFix as fix, S, seconds, T0 } from '../../testing/past-race.js';
import { createFixSearch } from './fix-search.js';
import { createSpanStore } from './span-store.js';

const [FROM, TO] = [T0, T0 + 5_400 * S];

/** Car 4 is silent for an hour; a fix comes again and again from 20 s on, without being news. Car 5 drives once in ten minutes. */
const FIXES: Readonly<Record<number, HistoryFix[]>> = {
  4: [
    ...seconds(0, 20).map((second) => fix(second)),
    ...seconds(20, 40).map((second) => fix(5, second)),
    ...seconds(3_640, 3_700).map((second) => fix(second)),
  ],
  5: [0, 600, 1_200].map((second) => fix(second)),
};
const SILENCES: PastStory['silences'][Truth] = [
  [4, T0 + 55 * S, T0 + 3_640 * S],
  [5, T0 + 15 * S, T0 + 600 * S],
  [5, T0 + 615 * S, T0 + 1_200 * S],
  [5, T0 + 1_215 * S, null],
  [4, T0 + 3_714 * S, null],
];

const opened = () => {
  let asked = 0;
  const spans = createSpanStore((truth, from, to) => {
    asked += 1;
    const cars = new Map(
      Object.entries(FIXES).map(([id, fixes]) => [
        Number(id),
        // A reader looks no farther than 15 s.
        replayCar(fixRows(fixes.filter(({ receivedAt }) => receivedAt < to + 15 * S)), truth, from, to),
      ]),
    );
    return Promise.resolve(encodePastSpan({ eventId: 7, truth, from, to, cars }));
  });
  const search = createFixSearch(
    { silences: { happened: SILENCES, seen: SILENCES }, from: FROM, to: TO },
    spans,
  );
  const find = async (second: number, invitationIds: readonly number[], isForward: boolean) => {
    const at = await search({ truth: 'seen', instant: T0 + second * S, invitationIds, isForward });
    return at === undefined ? undefined : (at - T0) / S;
  };
  return { find, asked: () => asked };
};

describe('the next position', () => {
  it('is found beyond a silence, without reading it', async () => {
    const { find, asked } = opened();
    expect(await find(19, [4], true)).toBe(3_640);
    expect(asked()).toBe(2);
    expect(await find(3_640, [4], false)).toBe(19);
  });

  it('is a new one, not a moment at which a car was only heard', async () => {
    const { find } = opened();
    expect(await find(10, [4], true)).toBe(11);
    expect(await find(39, [4], false)).toBe(19);
    expect(await find(30, [4], false)).toBe(19);
  });

  it('is that of any car, whoever has one first', async () => {
    const { find } = opened();
    expect(await find(30, [4, 5], true)).toBe(600);
    expect(await find(1_200, [4, 5], false)).toBe(600);
    expect(await find(1_200, [4, 5], true)).toBe(3_640);
  });

  it('is none at the ends of the race', async () => {
    const { find } = opened();
    expect(await find(3_699, [4], true)).toBeUndefined();
    expect(await find(0, [4, 5], false)).toBeUndefined();
    expect(await find(10, [], true)).toBeUndefined();
  });
});
