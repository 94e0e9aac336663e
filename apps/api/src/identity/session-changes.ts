import { Subject } from 'rxjs';

/** A user's sessions ended, or their roles or club changed: open sockets must be closed within a minute. */
export interface SessionChange {
  readonly userId: number;
  readonly kind: 'ended' | 'changed';
}

/** Tells this process, which holds the sockets, of changes that this process made. */
export class SessionChanges extends Subject<SessionChange> {}
