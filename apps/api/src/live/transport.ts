import type { SocketMessage } from '@flagpost/contracts';

/** What the live logic asks of a socket server, so that it can be tested without one. */
export interface Transport {
  /**
   * To everybody in a channel, encoded once. Position frames are volatile: whoever cannot take one now misses it.
   * Everything else is kept in order until it is delivered or the viewer is gone.
   */
  broadcast(channel: string, message: SocketMessage): void;
  /** To these viewers, encoded once. */
  send(viewerIds: readonly string[], message: SocketMessage): void;
  join(viewerId: string, channel: string): void;
  leave(viewerId: string, channel: string): void;
  occupied(channel: string): boolean;
  /** How delivery to this viewer goes; null where it is gone. */
  delivery(viewerId: string): Delivery | null;
  /** Ends the viewer's connection; it may come back. */
  drop(viewerId: string, reason: DropReason): void;
}

export interface Delivery {
  /** Messages not yet taken by the viewer's connection. */
  readonly waiting: number;
  /** Counts up whenever the connection has taken what waited. */
  readonly taken: number;
}

export type DropReason = 'slow' | 'sessionEnded' | 'snapshotFailed';
