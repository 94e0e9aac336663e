import type { SocketMessage } from '@flagpost/contracts';

/** Keeps the socket's promises honest: what is older is dropped, what is missing is noticed. */
export interface MessageGate {
  /**
   * Which messages to apply now, in order, and whether a snapshot is needed before the picture is whole again.
   * A message after a gap is applied at once, as an alarm cannot wait for a snapshot; the snapshot then tells the rest.
   */
  accept(message: SocketMessage): { apply: readonly SocketMessage[]; needsSnapshot: boolean };
  /** The connection is gone: numbers start anew with the next snapshot. */
  reset(): void;
}

/** While a snapshot is awaited, this many messages of its stream are held; more are told by the next one. */
const MAX_HELD = 1_000;

type Reliable = Exclude<SocketMessage, { type: 'CHANGE_POSITION' | 'SNAPSHOT' }>;

export const createMessageGate = (eventId: number): MessageGate => {
  let streamId: string | null = null;
  let seq = 0;
  let frame = 0;
  let held: Reliable[] = [];

  const acceptReliable = (message: Reliable): ReturnType<MessageGate['accept']> => {
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
