import { describe, expect, it } from '@jest/globals';
import type { HistoryBlock, Keyframe, Records } from '../port.js';

const block = (eventId: number, minute: number, invitationId: number, byte = 1): HistoryBlock => ({
  eventId,
  minute,
  invitationId,
  bytes: new Uint8Array([byte, minute % 256, invitationId]),
});

const keyframe = (eventId: number, minute: number, byte = 1): Keyframe => ({
  eventId,
  minute,
  bytes: new Uint8Array([byte, minute]),
});

/** Opens new records, and the same ones again. */
export interface Opened {
  records(): Records;
  reopen(): Promise<void>;
}

/** The part of the contract for data that several processes of a race write: ingest states, leases, history. */
export const raceContract = (subject: Opened): void => {
  describe('ingest states', () => {
    const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

    it("keeps each partition's newest state, counting versions", async () => {
      const { ingestStates } = subject.records();
      expect(await ingestStates.load(0)).toBeNull();
      expect(await ingestStates.save(0, 0, 10, bytes(1))).toBe(true);
      expect(await ingestStates.save(0, 1, 20, bytes(2, 3))).toBe(true);
      expect(await ingestStates.save(1, 0, 5, bytes())).toBe(true);
      await subject.reopen();
      expect(await subject.records().ingestStates.load(0)).toEqual({
        partition: 0,
        version: 2,
        nextOffset: 20,
        state: bytes(2, 3),
      });
      expect((await subject.records().ingestStates.load(1))?.version).toBe(1);
    });

    it('refuses who saved after another', async () => {
      const { ingestStates } = subject.records();
      const outcomes = await Promise.all(
        [1, 2, 3].map((value) => ingestStates.save(0, 0, value, bytes(value))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await ingestStates.save(0, 1, 7, bytes(7))).toBe(true);
      expect(await ingestStates.save(0, 1, 8, bytes(8))).toBe(false);
      expect(await ingestStates.save(0, 0, 9, bytes(9))).toBe(false);
      expect(await ingestStates.save(0, 9, 9, bytes(9))).toBe(false);
      expect((await ingestStates.load(0))?.nextOffset).toBe(7);
    });
  });

  describe('leases', () => {
    it('count every taking, renewing and releasing', async () => {
      expect(await subject.records().leases.load('projector')).toBeNull();
      expect(await subject.records().leases.advance('projector', 0, 'a')).toBe(true);
      expect(await subject.records().leases.advance('projector', 1, 'a')).toBe(true);
      await subject.reopen();
      expect(await subject.records().leases.load('projector')).toEqual({ holder: 'a', counter: 2 });
      expect(await subject.records().leases.advance('projector', 2, null)).toBe(true);
      expect(await subject.records().leases.load('projector')).toEqual({ holder: null, counter: 3 });
      expect(await subject.records().leases.load('other')).toBeNull();
    });

    it('go to one of all who ask at once, and to nobody who saw an older state', async () => {
      const { leases } = subject.records();
      const take = async (expected: number): Promise<readonly string[]> => {
        const holders = ['a', 'b', 'c'];
        const taken = await Promise.all(
          holders.map((holder) => leases.advance('projector', expected, holder)),
        );
        return holders.filter((_, index) => taken[index]);
      };
      expect(await take(0)).toHaveLength(1);
      const [holder] = await take(1);
      expect(await take(1)).toEqual([]);
      expect(await take(0)).toEqual([]);
      expect(await take(9)).toEqual([]);
      expect(await leases.load('projector')).toEqual({ holder, counter: 2 });
    });
  });

  describe('history', () => {
    it('forgets an event, and no other', async () => {
      const { history } = subject.records();
      await history.put([block(1, 100, 7), block(1, 101, 8), block(2, 100, 7)]);
      await history.forget(1);
      await history.forget(3);
      expect(await history.read(1, 0, 1_000, 10)).toEqual([]);
      expect(await history.read(2, 0, 1_000, 10)).toHaveLength(1);
    });

    it('tells how much an event has', async () => {
      const { history } = subject.records();
      await history.put([block(1, 100, 7), block(1, 101, 7), block(1, 101, 8), block(2, 100, 9)]);
      expect(await history.extent(1)).toEqual({ cars: 2, minutes: 3 });
      expect(await history.extent(3)).toEqual({ cars: 0, minutes: 0 });
    });

    it('tells the first and the newest minute of an event, and how many blocks it has up to one', async () => {
      const { history } = subject.records();
      await history.put([block(1, 100, 7), block(1, 101, 7), block(1, 101, 8), block(2, 105, 9)]);
      expect(await history.minutes(1)).toEqual({ first: 100, newest: 101 });
      expect(await history.minutes(3)).toBeNull();
      expect(await Promise.all([99, 100, 101, 900].map((minute) => history.count(1, minute)))).toEqual([
        0, 1, 3, 3,
      ]);
    });

    it('keeps keyframes in order of minute, and replaces them', async () => {
      const { history } = subject.records();
      await history.put([block(1, 100, 7), block(2, 100, 7)]);
      await history.putKeyframes([]);
      await history.putKeyframes([keyframe(1, 109), keyframe(1, 104)]);
      await history.putKeyframes([keyframe(2, 104)]);
      await history.putKeyframes([keyframe(1, 109, 2)]);
      await subject.reopen();
      expect(await subject.records().history.keyframes(1)).toEqual([keyframe(1, 104), keyframe(1, 109, 2)]);
      await subject.records().history.dropKeyframes(1);
      expect(await subject.records().history.keyframes(1)).toEqual([]);
      expect(await subject.records().history.keyframes(2)).toEqual([keyframe(2, 104)]);
      expect(await subject.records().history.count(1, 1_000)).toBe(1);
    });

    it('keeps keyframes of no event that it has forgotten', async () => {
      const { history } = subject.records();
      await history.put([block(1, 100, 7)]);
      await history.putKeyframes([keyframe(1, 104)]);
      await history.forget(1);
      expect(await history.keyframes(1)).toEqual([]);
      await history.putKeyframes([keyframe(1, 104)]);
      expect(await history.keyframes(1)).toEqual([]);
    });

    it('keeps blocks, and replaces them', async () => {
      const { history } = subject.records();
      const large = { ...block(1, 100, 7), bytes: new Uint8Array(20_000).fill(9) };
      await history.put([large, block(1, 100, 8)]);
      await history.put([block(1, 100, 8, 2)]);
      await subject.reopen();
      expect(await subject.records().history.get(1, 7, 100)).toEqual(large);
      expect(await subject.records().history.get(1, 8, 100)).toEqual(block(1, 100, 8, 2));
      expect(await subject.records().history.get(1, 7, 101)).toBeNull();
    });

    it('refuses what was made from another block than stands there, and stores the rest', async () => {
      const { history } = subject.records();
      const made = (byte: number, replaces: Uint8Array | null) => ({
        ...block(1, 100, 7, byte),
        replaces,
      });
      const bytes = (byte: number): Uint8Array => block(1, 100, 7, byte).bytes;
      expect(await history.put([made(1, null)])).toEqual([]);
      expect(await history.put([made(2, bytes(1))])).toEqual([]);
      const refused = await history.put([
        { ...block(1, 100, 6), replaces: null },
        made(3, bytes(1)),
        { ...block(1, 100, 8), replaces: null },
      ]);
      expect(refused).toEqual([expect.objectContaining(block(1, 100, 7, 3))]);
      expect(await history.put([made(4, null)])).toHaveLength(1);
      expect((await history.read(1, 100, 100, 10)).map(({ bytes: [byte] }) => byte)).toEqual([1, 2, 1]);
      expect(await history.put([made(5, bytes(2))])).toEqual([]);
      expect(await subject.records().history.get(1, 7, 100)).toEqual(block(1, 100, 7, 5));
    });

    it('refuses what was made from a block that was deleted since', async () => {
      const { history } = subject.records();
      const made = (byte: number, replaces: Uint8Array | null) => ({ ...block(1, 100, 7, byte), replaces });
      await history.put([made(1, null), block(2, 100, 7)]);
      await history.forget(1);
      const { bytes } = block(1, 100, 7);
      const shorter = { ...block(1, 100, 7), bytes: new Uint8Array([2]), replaces: bytes };
      const other = { ...block(2, 100, 7, 2), replaces: block(2, 100, 7).bytes };
      expect(await history.put([made(2, bytes), other])).toEqual([
        expect.objectContaining(block(1, 100, 7, 2)),
      ]);
      expect(await history.put([shorter])).toHaveLength(1);
      expect(await history.extent(1)).toEqual({ cars: 0, minutes: 0 });
      expect(await history.get(2, 7, 100)).toEqual(block(2, 100, 7, 2));
    });

    it('lets one of two who add to the same block at once do so', async () => {
      const { history } = subject.records();
      const replaces = block(1, 100, 7).bytes;
      await history.put([block(1, 100, 7)]);
      const outcomes = await Promise.all(
        [2, 3].map((byte) => history.put([{ ...block(1, 100, 7, byte), replaces }])),
      );
      expect(outcomes.map((refused) => refused.length).sort()).toEqual([0, 1]);
      const winner = outcomes.findIndex((refused) => refused.length === 0) + 2;
      expect(await history.get(1, 7, 100)).toEqual(block(1, 100, 7, winner));
    });

    it('reads in order of minute, then car, both ends included, of one event', async () => {
      const { history } = subject.records();
      const blocks = [3, 1, 2].flatMap((car) =>
        [104, 99, 100, 102, 105].map((minute) => block(1, minute, car)),
      );
      await history.put([...blocks, block(2, 102, 1)]);
      const read = await history.read(1, 100, 104, 100);
      expect(read.map(({ minute, invitationId }) => [minute, invitationId])).toEqual(
        [100, 102, 104].flatMap((minute) => [1, 2, 3].map((car) => [minute, car])),
      );
    });

    it('pages through all without a gap or a repeat', async () => {
      const { history } = subject.records();
      await history.put([1, 2, 3].flatMap((car) => [10, 11, 12].map((minute) => block(1, minute, car))));
      const whole = await history.read(1, 10, 12, 100);
      const paged: HistoryBlock[] = [];
      for (;;) {
        const page = await history.read(1, 10, 12, 4, paged.at(-1));
        expect(page.length).toBeLessThanOrEqual(4);
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(whole).toHaveLength(9);
      expect(paged).toEqual(whole);
    });
  });
};
