import type { FlagpostEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';

/** The whole log at the end of a seed. */
export type Events = readonly Recorded<FlagpostEvent>[];
type Of<Type extends FlagpostEvent['type']> = Recorded<Extract<FlagpostEvent, { type: Type }>>;

export const of = <Type extends FlagpostEvent['type']>(events: Events, type: Type): Of<Type>[] =>
  events.filter((event): event is Of<Type> => event.type === type);

/** Duplicates in a list. */
export const repeated = (list: readonly string[]): string[] =>
  list.filter((one, index) => list.indexOf(one) !== index);
