import type { Actor, AuditCause } from '@flagpost/contracts';
import { isoOf } from '../http/times.js';
import type { ApiDependencies } from '../dependencies.js';
import { causeKey } from './event-keys.js';
import { searchLog, type NumberedEvent } from './search.js';

/** Events of a chain that are shown. */
const SHOWN = 100;

const ofEvent = ({ number, event }: NumberedEvent, depth: number): AuditCause => ({
  Depth: depth,
  Number: number,
  Kind: event.type,
  RecordedAt: isoOf(event.recordedAt),
  Stream: event.stream,
});

/** What has the same cause, as a tree: commands, the events that they recorded, and what followed from those. */
const treeOf = (events: readonly NumberedEvent[]): AuditCause[] => {
  const ids = new Set(events.map(({ event }) => event.meta.id));
  const causedBy = new Map<string, NumberedEvent[]>();
  for (const each of events) {
    const cause = each.event.meta.causationId ?? '';
    causedBy.set(cause, [...(causedBy.get(cause) ?? []), each]);
  }
  const shown = new Set<number>();
  const below = (cause: string, depth: number): AuditCause[] =>
    (causedBy.get(cause) ?? []).flatMap((each) => {
      if (shown.has(each.number)) return [];
      shown.add(each.number);
      return [ofEvent(each, depth), ...below(each.event.meta.id, depth + 1)];
    });
  return [...causedBy.keys()]
    .filter((cause) => !ids.has(cause))
    .flatMap((cause) => {
      const [first] = causedBy.get(cause) ?? [];
      const command = first?.event.meta.command?.name ?? null;
      const root: AuditCause = { Depth: 0, Number: null, Kind: command, RecordedAt: null, Stream: null };
      return cause === '' ? below(cause, 0) : [root, ...below(cause, 1)];
    });
};

/** The chain that an event belongs to, as far as the actor may see it. */
export const causesOf = async (
  dependencies: Pick<ApiDependencies, 'store' | 'eventIndex'>,
  actor: Actor,
  subject: NumberedEvent,
): Promise<{ readonly chain: AuditCause[]; readonly more: boolean }> => {
  const keys = [causeKey(subject.event.meta.correlationId)];
  const query = { keys, from: null, until: null, below: null, limit: SHOWN };
  const all = await searchLog(dependencies, actor, query);
  const more = all.next !== null;
  // Of a long chain, what came before.
  const shown = more ? await searchLog(dependencies, actor, { ...query, below: subject.number + 1 }) : all;
  return { chain: treeOf(shown.found.toReversed()), more };
};
