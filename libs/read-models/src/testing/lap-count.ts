import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent } from '@flagpost/event-sourcing';
import { projection } from '../projection.js';

export type LapEvent =
  | { readonly type: 'CarEntered'; readonly data: { readonly car: number } }
  | { readonly type: 'LapCompleted'; readonly data: { readonly car: number; readonly timeMs: number } }
  | { readonly type: 'CarWithdrew'; readonly data: { readonly car: number } };

export interface LapCount {
  readonly car: number;
  readonly laps: number;
  readonly bestMs: number | null;
}

/** A projection for tests, with one document per car that is read, changed and deleted. */
export const lapCount = (version = 1) =>
  projection<LapEvent>({
    name: 'lap-count',
    version,
    views: ['lap-count'],
    on: {
      async CarEntered({ data: { car } }, views) {
        await views<LapCount>('lap-count').put(car, { car, laps: 0, bestMs: null });
      },
      async LapCompleted({ data: { car, timeMs } }, views) {
        const counts = views<LapCount>('lap-count');
        const count = await counts.get(car);
        if (count === null) return;
        const bestMs = Math.min(timeMs, count.bestMs ?? timeMs);
        await counts.patch(car, { laps: count.laps + 1, bestMs });
      },
      async CarWithdrew({ data: { car } }, views) {
        await views('lap-count').delete(car);
      },
    },
  });

export const asNew = (event: LapEvent, schemaVersion = 1): NewEvent => ({
  ...event,
  meta: {
    id: randomUUID(),
    actorId: null,
    actorRoles: [],
    clubId: null,
    correlationId: 'race',
    causationId: null,
    schemaVersion,
  },
});

export const append = async (store: EventStore, ...events: readonly LapEvent[]): Promise<void> => {
  for (const event of events) await store.append(`car-${event.data.car}`, [asNew(event)], 'any');
};

/** Cars enter, complete laps, withdraw and enter again. */
export const runRace = async (store: EventStore): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) {
    const car = (turn * 7) % 5;
    if (turn % 13 === 0) await append(store, { type: 'CarEntered', data: { car } });
    if (turn % 17 === 16) await append(store, { type: 'CarWithdrew', data: { car } });
    await append(store, { type: 'LapCompleted', data: { car, timeMs: 90_000 + ((turn * 37) % 1000) } });
  }
};
