import { EVENT_VERSIONS, FORMER_EVENT_NAMES, UPCASTERS } from '@flagpost/domain';
import { createUpcast } from '@flagpost/event-sourcing';

/** Brings events of every version to their current shape. */
export const upcast = createUpcast({ versions: EVENT_VERSIONS, steps: UPCASTERS, names: FORMER_EVENT_NAMES });
