import { BACKWARDS, END, START } from '@eventstore/db-client';
import type { Scheduler } from '@flagpost/platform';
import type { Position, RecordedEvent } from '../store.js';
import type { Connection } from './connection.js';
import { storePosition } from './event.js';
import type { Naming, Stored } from './event.js';
import { readEach } from './incoming.js';
import type { Retrying } from './retry-policy.js';

export interface ReadParts {
  readonly connection: Connection;
  readonly naming: Naming;
  readonly retrying: Retrying;
  readonly scheduler: Scheduler;
}

/** Reads that end, in the terms of the port. */
export const createReads = ({ connection: { client, calls }, naming, retrying, scheduler }: ReadParts) => {
  const ofStream = (stream: string, from: number, maxCount?: number): Promise<readonly RecordedEvent[]> =>
    retrying(async () => {
      const events: RecordedEvent[] = [];
      const options = {
        ...calls,
        fromRevision: BigInt(from),
        ...(maxCount === undefined ? {} : { maxCount }),
      };
      await readEach(client.readStream(naming.inStore(stream), options), scheduler, (stored) => {
        events.push(naming.fromStore(stored));
        return true;
      });
      return events;
    });

  const lastRevision = (stream: string): Promise<number> =>
    retrying(async () => {
      let revision = -1;
      const options = { ...calls, direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
      await readEach(client.readStream(naming.inStore(stream), options), scheduler, (stored) => {
        revision = Number(stored.revision);
        return false;
      });
      return revision;
    });

  const readAll = (after: Position | null, limit: number): Promise<readonly RecordedEvent[]> =>
    retrying(async () => {
      const events: RecordedEvent[] = [];
      const fromPosition = after === null ? START : storePosition(after);
      const take = (stored: Stored): boolean => {
        if (!naming.isOurs(stored)) return true;
        const event = naming.fromStore(stored);
        if (event.position !== after) events.push(event); // the server includes the event at the start position
        return events.length < limit;
      };
      if (limit > 0) await readEach(client.readAll({ ...calls, fromPosition }), scheduler, take);
      return events;
    });

  const head = (): Promise<Position | null> =>
    retrying(async () => {
      let newest: Position | null = null;
      const options = { ...calls, direction: BACKWARDS, fromPosition: END } as const;
      await readEach(client.readAll(options), scheduler, (stored) => {
        if (!naming.isOurs(stored)) return true;
        newest = naming.fromStore(stored).position;
        return false;
      });
      return newest;
    });

  /** Whether the server answers and permits reading. */
  const probe = (): Promise<void> =>
    retrying(() => {
      const options = { ...calls, maxCount: 1, direction: BACKWARDS, fromPosition: END } as const;
      return readEach(client.readAll(options), scheduler, () => true);
    });

  return { ofStream, lastRevision, readAll, head, probe };
};
