import { EVENT_VERSIONS, UPCASTERS } from '@flagpost/domain';
import { createUpcast } from '@flagpost/event-sourcing';

/** Brings events of every version to their current shape. */
export const upcast = createUpcast({ versions: EVENT_VERSIONS, steps: UPCASTERS });
