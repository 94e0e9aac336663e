import { logPages, RevisionConflict } from '@flagpost/event-sourcing';
import type { EventStore, Position, RecordedEvent } from '@flagpost/event-sourcing';
import { ConfigError } from '@flagpost/platform';

const PAGE = 500;
/** Bytes of data that one append brings at most, a larger event alone excepted: stores have limits. */
const APPEND_BYTES = 512 * 1024;

/** Events that follow one another in one stream, so that one append takes them. The same each time for the same events. */
const runsOf = (events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] => {
  const runs: RecordedEvent[][] = [];
  let room = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const bytes = Buffer.byteLength(JSON.stringify(event.data));
    if (run?.at(-1)?.stream === event.stream && bytes <= room) run.push(event);
    else {
      runs.push([event]);
      room = APPEND_BYTES;
    }
    room -= bytes;
  }
  return runs;
};

const append = async (
  target: EventStore,
  run: readonly RecordedEvent[],
): Promise<readonly RecordedEvent[]> => {
  const [{ stream, revision } = { stream: '', revision: 0 }] = run;
  try {
    return await target.append(stream, run, revision === 0 ? 'noStream' : revision - 1);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    const there = (await target.readStream(stream, revision)).slice(0, run.length);
    if (run.every(({ meta }, index) => there[index]?.meta.id === meta.id)) return there;
    throw new ConfigError(
      `Somebody else writes to the target: its stream ${stream} holds other events than the source. Move into one that nobody uses.`,
    );
  }
};

/**
 * Copies all events after `after` with their ids, times and revisions, in the order of the log. Each append contains
 * its expected revision: events of an interrupted attempt are recognized by their ids.
 *
 * @param onPage Called when a page is in the target: how the positions of its events read there, and the last one here.
 */
export const copyEvents = async (
  source: EventStore,
  target: EventStore,
  after: Position | null,
  onPage: (positions: ReadonlyMap<string, Position>, last: Position) => Promise<void>,
): Promise<void> => {
  for await (const page of logPages(source, after, PAGE)) {
    const positions = new Map<string, Position>();
    for (const run of runsOf(page)) {
      const copies = await append(target, run);
      for (const [index, { position }] of run.entries()) {
        const copy = copies[index];
        if (copy !== undefined) positions.set(position, copy.position);
      }
    }
    const last = page.at(-1)?.position;
    if (last !== undefined) await onPage(positions, last);
  }
};
