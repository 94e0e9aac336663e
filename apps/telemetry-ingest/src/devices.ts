import { DOOR, judgedOf, type DropReason } from '@flagpost/contracts';
import { boundedMap, type Logger, type Scheduler } from '@flagpost/platform';
import type { DeviceNote, DeviceReport, DeviceTokenStore } from '@flagpost/records';
import { createOutageTracker } from './pipeline/outage-tracker.js';

/** What an input says of its device, besides where the car is. */
interface Said {
  /** Device time, epoch ms. */
  readonly t?: number | undefined;
  readonly accuracyM?: number | undefined;
  /** Per cent. */
  readonly battery?: number | undefined;
}

/**
 * Records when each competitor's device was last heard from, what it said of itself, and what was last dropped of it and
 * why: at any time and of any competitor. Updates go to memory; a timer writes them, at most once per car in
 * `DOOR.notedEveryMs`. What a device says of itself differs from car to car, and is a write of its own in MongoDB: while the
 * check would judge it alike it is written every `DOOR.reportedEveryMs`. If the process is killed, updates since the last write
 * are lost.
 */
export interface DeviceNotes {
  /**
   * A message of the device was accepted at `receivedAt`, with these inputs in the order of sending. `app`: the program that
   * sent it, null if unknown.
   */
  heard(invitationId: number, receivedAt: number, inputs?: readonly Said[], app?: string | null): void;
  /** Something received at `receivedAt` was dropped. */
  dropped(invitationId: number, receivedAt: number, reason: DropReason): void;
  /** Writes pending updates, if the records can be reached. */
  stop(): Promise<void>;
}

/** A pending update of one car. NaN and null: nothing was dropped, or said. */
interface Note {
  heardAt: number;
  droppedAt: number;
  reason: DropReason | null;
  accuracyM: number;
  battery: number;
  /** The highest of the interval: a delay of the network, or a queue, makes it lower than it is. */
  clockMs: number;
  app: string | null;
  /** Updated since its write began. */
  isNewer: boolean;
}

/** What was written last of a device's report: how the check judges it, and when it was heard. */
interface Reported {
  readonly judged: string;
  readonly heardAt: number;
}
const MAX_REPORTED = 20_000;

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
  const reported = boundedMap<number, Reported>(MAX_REPORTED);
  const outages = createOutageTracker(logger);

  /** A note without a report that says nothing new. */
  const newOf = (note: DeviceNote): DeviceNote => {
    const { report, ...rest } = note;
    if (report === undefined) return note;
    const before = reported.get(note.invitationId);
    const isDue = before === undefined || note.heardAt - before.heardAt >= DOOR.reportedEveryMs;
    return isDue || before.judged !== judgedOf(report) ? note : rest;
  };

  const noteOf = (invitationId: number): Note => {
    const known = notes.get(invitationId);
    if (known !== undefined) return known;
    const note: Note = {
      heardAt: NaN,
      droppedAt: NaN,
      reason: null,
      accuracyM: NaN,
      battery: NaN,
      clockMs: NaN,
      app: null,
      isNewer: false,
    };
    notes.set(invitationId, note);
    return note;
  };

  const writeBatch = async (batch: readonly (readonly [number, Note])[]): Promise<void> => {
    for (const [, note] of batch) note.isNewer = false;
    const written = batch.map(([invitationId, note]) => newOf(storedNote(invitationId, note)));
    await deviceTokens.note(written);
    for (const { invitationId, heardAt, report } of written)
      if (report !== undefined) reported.set(invitationId, { judged: judgedOf(report), heardAt });
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
    heard(invitationId, receivedAt, inputs = [], app = null) {
      const note = noteOf(invitationId);
      if (!(receivedAt <= note.heardAt)) note.heardAt = receivedAt;
      for (const { t, accuracyM, battery } of inputs) {
        if (accuracyM !== undefined) note.accuracyM = accuracyM;
        if (battery !== undefined) note.battery = battery;
        if (t !== undefined && !(t - receivedAt <= note.clockMs)) note.clockMs = t - receivedAt;
      }
      note.app = app ?? note.app;
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

const rounded = (value: number, step = 1): number | null =>
  Number.isNaN(value) ? null : Math.round(value / step) * step + 0; // never -0

/** Left out if it said nothing. */
const reportOf = ({ accuracyM, battery, clockMs, app }: Note): { report?: DeviceReport } => {
  const report = {
    accuracyM: rounded(accuracyM),
    battery: rounded(battery),
    clockMs: rounded(clockMs, 1_000),
    app,
  };
  return Object.values(report).some((value) => value !== null) ? { report } : {};
};

const storedNote = (invitationId: number, note: Note): DeviceNote => ({
  invitationId,
  heardAt: wholeSeconds(note.heardAt),
  dropped: note.reason === null ? null : { at: wholeSeconds(note.droppedAt), reason: note.reason },
  ...reportOf(note),
});
