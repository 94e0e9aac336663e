/**
 * A process to be killed. It appends endlessly to the log at its first argument, concurrently on several streams, and
 * prints one line `stream revision id` for each event whose append was acknowledged.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '@flagpost/platform/system';
import { threads } from '@flagpost/storage/testing';
import { sqliteEventStore } from '../sqlite/index.js';
import { anEvent } from './an-event.js';

const STREAMS = ['a', 'b', 'c', 'd'];
const PADDING = 'x'.repeat(700);

const storage = threads();
const store = sqliteEventStore({ path: process.argv[2] ?? '', clock: systemClock, storage });

/** Appends one to three events that record their append's size, so that an incomplete one shows. */
const append = async (stream: string, turn: number): Promise<void> => {
  const size = (turn % 3) + 1;
  const events = Array.from({ length: size }, (_, index) => anEvent({ index, size, PADDING }));
  for (const { revision, meta } of await store.append(stream, events, 'any'))
    writeSync(1, `${stream} ${revision} ${meta.id}\n`);
};

const appendForEver = async (stream: string): Promise<never> => {
  for (let turn = 0; ; turn += 1) await append(stream, turn);
};

await Promise.all(STREAMS.map(appendForEver));
