import { readFileSync, readdirSync } from 'node:fs';
import type { EventStore } from '@flagpost/event-sourcing';
import { projectionContract } from '@flagpost/read-models/projection-suite';
import { projections } from './projections.js';
import { upcast } from './upcast.js';

interface Stored {
  readonly type: string;
  readonly schemaVersion: number;
  readonly stream: string;
  readonly revision: number;
  readonly data: unknown;
}

const folder = new URL('../../../libs/domain/examples/', import.meta.url);
const examples = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Stored,
);

/** Of an event that takes others' documents away: it comes after them. */
const isEnd = ({ type }: Stored): boolean => /(Deleted|Removed)$/.test(type);
const inOrder = examples.toSorted(
  (one, other) => Number(isEnd(one)) - Number(isEnd(other)) || one.revision - other.revision,
);

/** Appends the stored example of every event type in every version that a release wrote. */
const fill = async (store: EventStore): Promise<void> => {
  for (const [index, { type, schemaVersion, stream, data }] of inOrder.entries()) {
    const meta = {
      ...{ id: `example-${index}`, correlationId: 'examples', schemaVersion },
      ...{ actorId: 1, actorRoles: [1], clubId: null, causationId: null },
    };
    await store.append(stream, [{ type, data, meta }], 'any');
  }
};

projectionContract('a log with events of every former version', { projections, upcast, fill });
