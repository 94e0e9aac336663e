import { keptDrawingKey } from '../../shared/stored-names.js';
import type { TrackDocument } from './model/document.js';
import type { ServerCopy } from './model/wire.js';

/**
 * What was drawn and not saved, kept on the device: one drawing of each event, of the user who drew it. It survives a
 * reload, a crash and the end of the session. A device that stores nothing, or has no room, keeps none.
 */
export interface KeptDrawing {
  /** Of this file: another one is ignored. */
  readonly version: 1;
  readonly userId: number;
  /** Epoch ms of this device's clock. */
  readonly keptAt: number;
  /** The server's copy that it was drawn over. */
  readonly base: ServerCopy;
  readonly document: TrackDocument;
}

const VERSION = 1;

/** Whether it is kept: storage may be full or denied. */
export const keepDrawing = (eventId: number, drawing: Omit<KeptDrawing, 'version'>): boolean => {
  try {
    window.localStorage.setItem(keptDrawingKey(eventId), JSON.stringify({ version: VERSION, ...drawing }));
    return true;
  } catch {
    return false;
  }
};

export const dropDrawing = (eventId: number): void => {
  try {
    window.localStorage.removeItem(keptDrawingKey(eventId));
  } catch {
    // Storage that is denied has kept nothing.
  }
};

const isKept = (value: unknown): value is KeptDrawing => {
  const { version, base, document } = (value ?? {}) as Partial<KeptDrawing>;
  return version === VERSION && base !== undefined && document !== undefined;
};

/** Null: nothing is kept of this event that this user drew. */
export const keptDrawing = (eventId: number, userId: number): KeptDrawing | null => {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keptDrawingKey(eventId)) ?? 'null');
    return isKept(kept) && kept.userId === userId ? kept : null;
  } catch {
    return null;
  }
};
