import { DOOR, type DropReason } from '@flagpost/contracts';
import type { Logger, Scheduler } from '@flagpost/platform';
import type { DeviceNote, DeviceTokenStore } from '@flagpost/records';
import { createTroubles } from './pipeline/troubles.js';

/**
 * Notes when each competitor's device was heard last, and what of it was dropped last and why. Only memory is touched
 * here; a timer writes what changed, so that the records get at most one note of a car in `DOOR.notedEveryMs`. A kill
 * loses what was noted since.
 */
export interface DeviceNotes {
  /** A message of the device was taken at `receivedAt`. */
  heard(invitationId: number, receivedAt: number): void;
  /** Something that was received at `receivedAt` was dropped. */
  dropped(invitationId: number, receivedAt: number, reason: DropReason): void;
  /** Writes what is not written yet, if the records can be reached. */
  stop(): Promise<void>;
}

/** What is to be written of one car. NaN and null: nothing was dropped. */
interface Note {
  heardAt: number;
  droppedAt: number;
  reason: DropReason | null;
  /** Something was noted since the write of it began. */
  isNewer: boolean;
}

/** Notes of one write: few enough that a door does not wait for it. */
const BATCH = 500;

export const createDeviceNotes = (parts: {
  readonly deviceTokens: Pick<DeviceTokenStore, 'note'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): DeviceNotes => {
  const { deviceTokens, scheduler, logger } = parts;
  /** By invitation: what is in no completed write. */
  const notes = new Map<number, Note>();
  const troubles = createTroubles(logger);

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
    (writing ??= troubles
      .watch('device notes', writeAll)
      .catch((error: unknown) => {
        // Another try would fail in the same way.
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

/** In whole seconds, rounded down: a store writes the same time of many cars at once. */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

const storedNote = (invitationId: number, { heardAt, droppedAt, reason }: Note): DeviceNote => ({
  invitationId,
  heardAt: wholeSeconds(heardAt),
  dropped: reason === null ? null : { at: wholeSeconds(droppedAt), reason },
});
