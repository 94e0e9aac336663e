import { beforeEach, describe, expect, it } from '@jest/globals';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { AT_ONCE, createGathering, GATHER_MS, MANY, PATIENT_FROM_MS, type Gathering } from './gathering.js';

let time: VirtualTime;
let gathering: Gathering;
let handled: string[];

/** Requests come, by name: each of a sender of its own, or all of one, or of nobody who waits. */
const come = async (names: readonly string[], sender?: string | null): Promise<void> => {
  for (const name of names) gathering.add(sender === undefined ? name : sender, () => handled.push(name));
  await time.advance(0);
};
const some = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);
/** What was handled since it was asked last. */
const since = (): readonly string[] => handled.splice(0);

beforeEach(() => {
  time = virtualTime();
  gathering = createGathering(time);
  handled = [];
});

describe('while few requests come', () => {
  it('each is handled at once', async () => {
    for (let round = 0; round < 3; round++) {
      await come(some(MANY - 1));
      expect(since()).toHaveLength(MANY - 1);
      await time.advance(GATHER_MS);
    }
  });

  it('those after a burst are, once a time without any has passed', async () => {
    await come(some(MANY));
    await time.advance(2 * GATHER_MS);
    since();
    await come(['first']);
    expect(since()).toEqual(['first']);
  });
});

describe('while many come', () => {
  beforeEach(async () => {
    await come(some(MANY));
    await time.advance(GATHER_MS);
    since();
  });

  it('they are handled together, in their order, when the time is over', async () => {
    await come(['a']);
    await time.advance(GATHER_MS - 1);
    await come(['b', 'c']);
    expect(since()).toEqual([]);
    await time.advance(1);
    expect(since()).toEqual(['a', 'b', 'c']);
  });

  it('as many as are handled at once wait no longer', async () => {
    const names = some(AT_ONCE).map((name) => `of many ${name}`);
    await come(names.slice(1));
    expect(since()).toEqual([]);
    await come(names.slice(0, 1));
    expect(since()).toEqual([...names.slice(1), ...names.slice(0, 1)]);
    await come(['next']);
    expect(since()).toEqual([]);
  });

  it('one that does not wait is handled at once, after those that do', async () => {
    await come(['a', 'b']);
    await come(['now'], null);
    expect(since()).toEqual(['a', 'b', 'now']);
  });

  it('who sends the next one with the answer in hand does not wait, nor does what came before', async () => {
    await come(['a', 'first'], 'sender');
    expect(since()).toEqual(['a', 'first']);
    await come(['b']);
    await come(['second'], 'sender');
    expect(since()).toEqual(['b', 'second']);
  });

  it('who has sent nothing for a while waits again', async () => {
    const first = come(['first'], 'sender');
    /** Others go on sending. */
    for (let ms = 0; ms < PATIENT_FROM_MS; ms += GATHER_MS) {
      await come(some(MANY).map((name) => `${ms} ${name}`));
      await time.advance(GATHER_MS);
    }
    await first;
    since();
    await come(['next'], 'sender');
    expect(since()).toEqual([]);
    await time.advance(GATHER_MS);
    expect(since()).toEqual(['next']);
  });

  it('a handler is called after the request has been added', () => {
    gathering.add(null, () => handled.push('now'));
    expect(since()).toEqual([]);
  });
});
