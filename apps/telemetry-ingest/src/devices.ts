import { DOOR, type DropReason } from '@flagpost/contracts';
import type { Logger, Scheduler } from '@flagpost/platform';
import type { DeviceNote, DeviceTokenStore } from '@flagpost/records';
import { createOutageTracker } from './pipeline/outage-tracker.js';

/**
 * Records when each competitor's device was last heard from, and what was last dropped of it and why. Updates go to
 * memory; a timer writes them, at most once per car in `DOOR.notedEveryMs`. If the process is killed, updates since the
 * last write are lost.
 */
export interface DeviceNotes {
  /** A message of the device was accepted at `receivedAt`. */
  heard(invitationId: number, receivedAt: number): void;
  /** Something received at `receivedAt` was dropped. */
  dropped(invitationId: number, receivedAt: number, reason: DropReason): void;
  /** Writes pending updates, if the records can be reached. */
  stop(): Promise<void>;
}

/** A pending update of one car. NaN and null: nothing was dropped. */
interface Note {
  heardAt: number;
  droppedAt: number;
  reason: DropReason | null;
  /** Updated since its write began. */
  isNewer: boolean;
}

/** Updates per write: few enough that requests do not wait for it. */
const BATCH = 500;

export const createDeviceNotes = (parts: {
  readonly deviceTokens: Pick<DeviceTokenStore, 'note'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): DeviceNotes => {
  const { deviceTokens, scheduler, logger } = parts;
  /** By invitation: updates that are not in a completed write. */
  const notes = new Map<number, Note>();
  const outages = createOutageTracker(logger);

  const noteOf = (invitationId: number): Note => {
    const known = notes.get(invitationId);
    if (known !== undefined) return known;
    const note: Note = { heardAt: NaN, droppedAt: NaN, reason: null, isNewer: false };
    notes.set(invitationId, note);
    return note;
  };

  const writeBatch = async (batch: readonly (readonly [number, Note])[]): Promise<void> => {
    for (const [, note] of batch) note.isNewer = false;
    const written = batch.map(([invitationId, note]) => storedNote(invitationId, note));
    await deviceTokens.note(written);
    for (const [invitationId, note] of batch) if (!note.isNewer) notes.delete(invitationId);
  };

  const writeAll = async (): Promise<true> => {
    const due = [...notes];
    for (let from = 0; from < due.length; from += BATCH) await writeBatch(due.slice(from, from + BATCH));
    return true;
  };

  let writing: Promise<unknown> | null = null;
  const write = (): Promise<unknown> =>
    (writing ??= outages
      .watch('device notes', writeAll)
      .catch((error: unknown) => {
        // A retry would fail in the same way.
        logger.error('device status could not be stored and is dropped', { notes: notes.size, error });
        notes.clear();
      })
      .finally(() => (writing = null)));

  const timer = scheduler.every(DOOR.notedEveryMs, () => void write());

  return {
    heard(invitationId, receivedAt) {
      const note = noteOf(invitationId);
      if (!(receivedAt <= note.heardAt)) note.heardAt = receivedAt;
      note.isNewer = true;
    },
    dropped(invitationId, receivedAt, reason) {
      const note = noteOf(invitationId);
      if (!(receivedAt <= note.heardAt)) note.heardAt = receivedAt;
      if (!(receivedAt < note.droppedAt)) {
        note.droppedAt = receivedAt;
        note.reason = reason;
      }
      note.isNewer = true;
    },
    async stop() {
      timer.cancel();
      await writing;
      await write();
    },
  };
};

/** In whole seconds, rounded down, so that many cars share one value per write. */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

const storedNote = (invitationId: number, { heardAt, droppedAt, reason }: Note): DeviceNote => ({
  invitationId,
  heardAt: wholeSeconds(heardAt),
  dropped: reason === null ? null : { at: wholeSeconds(droppedAt), reason },
});
