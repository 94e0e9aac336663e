/** Stream names of the event log. They never change. */
export const eventStream = (eventId: number): string => `event-${eventId}`;
export const routeStream = (eventId: number): string => `route-${eventId}`;
export const categoryStream = (categoryId: number): string => `category-${categoryId}`;
export const circuitStream = (circuitId: number): string => `circuit-${circuitId}`;
export const invitationStream = (invitationId: number): string => `invitation-${invitationId}`;
/** Flags, SOS, confirmations and lap resets of one event. */
export const controlStream = (eventId: number): string => `control-${eventId}`;
/** Race control's timers, in a stream of their own. */
export const timersStream = (eventId: number): string => `timers-${eventId}`;
/** Checks of an event's cars before the start. */
export const fieldCheckStream = (eventId: number): string => `check-${eventId}`;
/** Files that were made of the past of an event: who made them, when and of what. */
export const exportsStream = (eventId: number): string => `exports-${eventId}`;
/** A car's laps have a stream of their own, so that laps and flags never conflict. */
export const lapsStream = (invitationId: number): string => `laps-${invitationId}`;
export const clubStream = (clubId: number): string => `club-${clubId}`;
export const licenceStream = (licenceId: number): string => `licence-${licenceId}`;
export const userStream = (userId: number): string => `user-${userId}`;
