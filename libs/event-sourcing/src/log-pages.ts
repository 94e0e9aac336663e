import type { EventStore, Position, RecordedEvent } from './store.js';

/** The events of all streams after a position (null: from the first), `pageSize` at a time, until there are no more. No page is empty. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  after: Position | null,
  pageSize: number,
): AsyncGenerator<readonly RecordedEvent[], void> {
  for (let reached = after; ;) {
    const page: readonly RecordedEvent[] = await store.readAll(reached, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    reached = last.position;
  }
}
