import type { SocketMessage } from '@flagpost/contracts';

/** Enforces the order of socket messages: drops old ones and detects gaps. */
export interface MessageSequencer {
  /**
   * Returns the messages to apply now, in order, and whether a snapshot is needed to be complete again. A message after a gap
   * is applied at once, as an alarm cannot wait for a snapshot; the snapshot then contains the missing ones.
   */
  accept(message: SocketMessage): { apply: readonly SocketMessage[]; needsSnapshot: boolean };
  /** To be called if the connection is lost: numbers restart with the next snapshot. */
  reset(): void;
}

/** Messages held while a snapshot is awaited; later ones are part of the next snapshot. */
const MAX_HELD = 1_000;

type Reliable = Exclude<SocketMessage, { type: 'CHANGE_POSITION' | 'SNAPSHOT' }>;

export const createMessageSequencer = (eventId: number): MessageSequencer => {
  let streamId: string | null = null;
  let seq = 0;
  let frame = 0;
  let held: Reliable[] = [];

  const acceptReliable = (message: Reliable): ReturnType<MessageSequencer['accept']> => {
    if (message.data.streamId !== streamId) {
      if (held.length < MAX_HELD) held.push(message);
      return { apply: [], needsSnapshot: streamId !== null };
    }
    if (message.data.seq <= seq) return { apply: [], needsSnapshot: false };
    const needsSnapshot = message.data.seq > seq + 1;
    seq = message.data.seq;
    return { apply: [message], needsSnapshot };
  };

  return {
    accept(message) {
      if (message.data.eventId !== eventId) return { apply: [], needsSnapshot: false };
      if (message.type === 'SNAPSHOT') {
        ({ streamId, seq, frame } = message.data);
        const waiting = held;
        held = [];
        const results = waiting.filter(({ data }) => data.streamId === streamId).map(acceptReliable);
        return {
          apply: [message, ...results.flatMap(({ apply }) => apply)],
          needsSnapshot: results.some((result) => result.needsSnapshot),
        };
      }
      if (message.type === 'CHANGE_POSITION') {
        if (message.data.streamId !== streamId) return { apply: [], needsSnapshot: streamId !== null };
        if (message.data.frame <= frame) return { apply: [], needsSnapshot: false };
        frame = message.data.frame;
        return { apply: [message], needsSnapshot: false };
      }
      return acceptReliable(message);
    },
    reset() {
      streamId = null;
      held = [];
    },
  };
};
