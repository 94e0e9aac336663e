import { describe, expect, it } from '@jest/globals';
import type { Opened } from './contract-suite-ingest.js';
import type { ScreenConnection, SightingBlock } from '../port.js';

const block = (eventId: number, minute: number, writer: string, byte = 1): SightingBlock => ({
  eventId,
  minute,
  writer,
  bytes: new Uint8Array([byte, minute % 256]),
});
const screen = (id: string, from: number, to: number): ScreenConnection => ({
  id,
  eventId: 1,
  userId: 5,
  directs: true,
  from,
  to,
});

/** The part of the contract for what race control saw. */
export const sightingContract = (subject: Opened): void => {
  describe('sightings', () => {
    it('are read in order of minute, then writer, both ends included, of one event', async () => {
      const { sightings } = subject.records();
      const blocks = ['b', 'a'].flatMap((writer) =>
        [104, 99, 100, 105].map((minute) => block(1, minute, writer)),
      );
      await sightings.put([...blocks, block(2, 100, 'a')]);
      const read = await sightings.read(1, 100, 104);
      expect(read.map(({ minute, writer }) => `${minute} ${writer}`)).toEqual([
        '100 a',
        '100 b',
        '104 a',
        '104 b',
      ]);
      expect(read[0]).toEqual(block(1, 100, 'a'));
    });

    it('are replaced by their writer, and by no other', async () => {
      await subject.records().sightings.put([block(1, 100, 'a'), block(1, 100, 'b')]);
      await subject.records().sightings.put([block(1, 100, 'a', 2)]);
      await subject.reopen();
      const read = await subject.records().sightings.read(1, 100, 100);
      expect(read).toEqual([block(1, 100, 'a', 2), block(1, 100, 'b')]);
      const shorter = { ...block(1, 100, 'a'), bytes: new Uint8Array([9]) };
      await subject.records().sightings.put([block(1, 101, 'a'), shorter]);
      expect(await subject.records().sightings.read(1, 100, 101)).toEqual([
        shorter,
        block(1, 100, 'b'),
        block(1, 101, 'a'),
      ]);
    });

    it('know the first minute of an event, and the newest up to another', async () => {
      const { sightings } = subject.records();
      await sightings.put([100, 110, 105].map((minute) => block(1, minute, 'a')));
      await sightings.put([block(2, 1, 'a')]);
      expect(await sightings.minutes(1, 109)).toEqual({ first: 100, newest: 105 });
      expect(await sightings.minutes(1, 99)).toBeNull();
      expect(await sightings.minutes(3, 1_000)).toBeNull();
    });

    it('keep when a screen was connected, in order of the beginnings', async () => {
      const { sightings } = subject.records();
      await sightings.putScreens([screen('y', 2_000, 2_000), screen('x', 1_000, 1_500)]);
      await sightings.putScreens([screen('y', 2_000, 9_000)]);
      await subject.reopen();
      expect(await subject.records().sightings.screens(1)).toEqual([
        screen('x', 1_000, 1_500),
        screen('y', 2_000, 9_000),
      ]);
      expect(await subject.records().sightings.screens(2)).toEqual([]);
    });

    it('of an event are forgotten with it, and no others', async () => {
      const { sightings } = subject.records();
      await sightings.put([block(1, 100, 'a'), block(2, 100, 'a')]);
      await sightings.putScreens([screen('x', 1, 2), { ...screen('y', 1, 2), eventId: 2 }]);
      await sightings.forget(1);
      expect(await sightings.read(1, 0, 1_000)).toEqual([]);
      expect(await sightings.screens(1)).toEqual([]);
      expect(await sightings.read(2, 0, 1_000)).toHaveLength(1);
      expect(await sightings.screens(2)).toHaveLength(1);
    });
  });
};
