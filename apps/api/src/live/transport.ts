import type { SocketMessage } from '@flagpost/contracts';

/** Port of the socket server, so that the live logic can be tested without one. */
export interface Transport {
  /**
   * Sends to every viewer in a channel, encoded once. Position frames are volatile: a viewer that is not ready misses them.
   * Other messages are queued in order until they are delivered or the viewer is gone.
   */
  broadcast(channel: string, message: SocketMessage): void;
  /** Sends to these viewers, encoded once. */
  send(viewerIds: readonly string[], message: SocketMessage): void;
  join(viewerId: string, channel: string): void;
  leave(viewerId: string, channel: string): void;
  occupied(channel: string): boolean;
  /** The state of delivery to this viewer; null if it is gone. */
  delivery(viewerId: string): Delivery | null;
  /** Ends the viewer's connection; the viewer may reconnect. */
  drop(viewerId: string, reason: DropReason): void;
}

export interface Delivery {
  /** Messages not yet accepted by the viewer's connection. */
  readonly waiting: number;
  /** Incremented whenever the connection has accepted all waiting messages. */
  readonly taken: number;
}

export type DropReason = 'slow' | 'sessionEnded' | 'snapshotFailed';
