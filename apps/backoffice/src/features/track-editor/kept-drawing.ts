import { formerKeptDrawingKey, keptDrawingKey } from '../../shared/stored-names.js';
import type { TrackDocument } from './model/document.js';
import type { ServerCopy } from './model/wire.js';

/**
 * What was drawn and not saved, kept on the device: one drawing of each event and user. It survives a
 * reload, a crash and the end of the session. A device that stores nothing, or has no room, keeps none.
 */
export interface KeptDrawing {
  /** Of this file: another one is ignored. */
  readonly version: 1;
  /** Epoch ms of this device's clock. */
  readonly keptAt: number;
  /** The server's copy that it was drawn over. */
  readonly base: ServerCopy;
  readonly document: TrackDocument;
}

const VERSION = 1;

/** Whether it is kept: storage may be full or denied. */
export const keepDrawing = (
  eventId: number,
  userId: number,
  drawing: Omit<KeptDrawing, 'version'>,
): boolean => {
  try {
    window.localStorage.setItem(
      keptDrawingKey(eventId, userId),
      JSON.stringify({ version: VERSION, ...drawing }),
    );
    return true;
  } catch {
    return false;
  }
};

const isKept = (value: unknown): value is KeptDrawing => {
  const { version, base, document } = (value ?? {}) as Partial<KeptDrawing>;
  return version === VERSION && base !== undefined && document !== undefined;
};

/** Former releases kept one drawing of each event, with the id of its user. */
const takeOver = (eventId: number, userId: number): void => {
  const former = window.localStorage.getItem(formerKeptDrawingKey(eventId));
  if (former === null || (JSON.parse(former) as { userId?: number } | null)?.userId !== userId) return;
  // It is removed first, as there may be no room for two.
  window.localStorage.removeItem(formerKeptDrawingKey(eventId));
  window.localStorage.setItem(keptDrawingKey(eventId, userId), former);
};

/** Null: nothing is kept of this event that this user drew. */
export const keptDrawing = (eventId: number, userId: number): KeptDrawing | null => {
  try {
    takeOver(eventId, userId);
    const kept: unknown = JSON.parse(window.localStorage.getItem(keptDrawingKey(eventId, userId)) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
};

/** Drops what was kept at that time (epoch ms): another tab of the same user may have kept something else since. */
export const dropDrawing = (eventId: number, userId: number, keptAt: number): void => {
  try {
    if (keptDrawing(eventId, userId)?.keptAt === keptAt)
      window.localStorage.removeItem(keptDrawingKey(eventId, userId));
  } catch {
    // Storage that is denied has kept nothing.
  }
};
