import { FLAG_CODES, flagOf, type FlagCode } from '@flagpost/contracts';
import { STORAGE_KEYS } from '../../shared/stored-names.js';

/** An armed flag that nobody sends is disarmed after this long. */
export const ARMED_FOR_MS = 5_000;

/** A key arms its flag; what is armed is sent by Enter alone. */
export type FlagKey =
  { does: 'arm'; code: FlagCode } | { does: 'send' } | { does: 'disarm' } | { does: 'list' };

const CODES = new Map(FLAG_CODES.map((code) => [flagOf(code).key.toLowerCase(), code]));
const FIELD = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
const DIALOG = '[role=dialog]';

/** Keys are dead in fields, while a dialog is open, when they repeat and with a modifier (`?` needs Shift). */
const isDead = ({ target, repeat, isComposing, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  repeat ||
  isComposing ||
  ctrlKey ||
  altKey ||
  metaKey ||
  (target instanceof Element && target.closest(FIELD) !== null) ||
  document.querySelector(DIALOG) !== null;

/** The meaning of a key on the live map; null: none, it is left to other listeners. */
export const readFlagKey = (event: KeyboardEvent, isArmed: boolean): FlagKey | null => {
  if (isDead(event)) return null;
  if (event.key === '?') return { does: 'list' };
  if (event.shiftKey) return null;
  if (isArmed && event.key === 'Enter') return { does: 'send' };
  if (isArmed && event.key === 'Escape') return { does: 'disarm' };
  const code = CODES.get(event.key.toLowerCase());
  return code === undefined ? null : { does: 'arm', code };
};

export const areKeysOn = (): boolean => window.localStorage.getItem(STORAGE_KEYS.flagKeys) !== 'off';
/** Kept on this device. */
export const switchKeys = (isOn: boolean): void =>
  window.localStorage.setItem(STORAGE_KEYS.flagKeys, isOn ? 'on' : 'off');
