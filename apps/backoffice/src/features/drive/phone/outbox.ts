import * as queueModel from '@flagpost/telemetry/phone/upload-queue';
import type { Change, Fix, PhoneSignal, UploadQueue } from '@flagpost/telemetry/phone/upload-queue';
import type { PhoneDatabase } from './database.js';
import type { Door, Posted } from './doors.js';

/** How much waits. */
export interface Waiting {
  readonly fixes: number;
  readonly signals: number;
}

/**
 * What the phone has to send. It is stored at once, so that it is found after a kill, and deleted when a door has answered for it:
 * what is deleted late is sent twice, which changes nothing. Positions are sent when they are stored; no signal waits for that.
 */
export interface Outbox {
  waiting(): Waiting;
  /** Sends a position with the next batch. */
  addFix(fix: Fix): void;
  /** Sends a signal at once, before positions that wait. */
  addSignal(signal: PhoneSignal): void;
  /** Sends what is due. */
  sendDue(): void;
  /** The network is back: sends what waits, due or not. */
  sendAll(): void;
  /** The token has ended: nothing is sent any more. */
  end(): void;
}

export interface OutboxParts {
  /** What a former page left. */
  readonly left: readonly queueModel.Entry[];
  readonly store: PhoneDatabase['change'];
  /** Never rejects. */
  readonly post: (door: Door, body: string) => Promise<Posted>;
  /** Ms of a clock that is not set. */
  readonly now: () => number;
  readonly onWaiting: (waiting: Waiting) => void;
  /** A door has answered for so many positions. */
  readonly onPosted: (posted: Posted, fixes: number) => void;
  /** Once, when a door or `end` has said so. */
  readonly onEnded: () => void;
}

const waitingIn = ({ fixes, signals }: UploadQueue): Waiting => ({
  fixes: fixes.waiting.length,
  signals: signals.waiting.length,
});

export const createOutbox = ({
  left,
  store,
  post,
  now,
  onWaiting,
  onPosted,
  onEnded,
}: OutboxParts): Outbox => {
  let queue = queueModel.queueOf(left);
  let stored: Promise<void> = Promise.resolve();
  let isUploading = false;
  let isSignalling = false;

  const apply = ({ queue: next, added, removed }: Change): void => {
    const before = waitingIn(queue);
    const hasEnded = next.ended && !queue.ended;
    queue = next;
    const waiting = waitingIn(queue);
    if (waiting.fixes !== before.fixes || waiting.signals !== before.signals) onWaiting(waiting);
    if (added.length + removed.length > 0)
      // A full disk keeps the queue in memory: it is sent all the same.
      stored = stored.then(() => store(added, removed)).catch(() => undefined);
    if (hasEnded) onEnded();
  };

  const upload = async (): Promise<void> => {
    const batch = queueModel.nextBatch(queue, now());
    if (isUploading || batch === null) return;
    isUploading = true;
    await stored;
    const posted = await post('positions', queueModel.linesOf(batch));
    isUploading = false;
    onPosted(posted, batch.fixes.length);
    apply(queueModel.afterBatch(queue, batch, posted.answer, now()));
    if (posted.answer.kind === 'taken') send();
  };
  const signal = async (): Promise<void> => {
    const next = queueModel.nextSignal(queue, now());
    if (isSignalling || next === null) return;
    isSignalling = true;
    const { answer } = await post('signals', JSON.stringify(next.input));
    isSignalling = false;
    apply(queueModel.afterSignal(queue, next.seq, answer, now()));
    if (answer.kind === 'taken') send();
  };
  const send = (): void => {
    void upload();
    void signal();
  };

  return {
    waiting: () => waitingIn(queue),
    addFix(fix) {
      apply(queueModel.takeFix(queue, fix));
      send();
    },
    addSignal(given) {
      apply(queueModel.takeSignal(queue, given));
      send();
    },
    sendDue() {
      const due = queueModel.nextDue(queue);
      if (due !== null && due <= now()) send();
    },
    sendAll() {
      queue = queueModel.afterOnline(queue);
      send();
    },
    end: () => apply({ queue: { ...queue, ended: true }, added: [], removed: [] }),
  };
};
