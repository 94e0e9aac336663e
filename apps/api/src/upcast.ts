import { EVENT_VERSIONS, FORMER_EVENT_NAMES, UPCASTERS, type FlagpostEvent } from '@flagpost/domain';
import { createUpcast, type Recorded, type RecordedEvent } from '@flagpost/event-sourcing';

/** Brings events of every version to their current shape. */
export const upcast = createUpcast({ versions: EVENT_VERSIONS, steps: UPCASTERS, names: FORMER_EVENT_NAMES });

/** An event of Flagpost's log in its current shape, with the type of its data. */
export const currentEvent = (event: RecordedEvent): Recorded<FlagpostEvent> =>
  upcast.toCurrent(event) as Recorded<FlagpostEvent>;
