import { FLAG_CODES, flagOf, type FlagCode } from '@flagpost/contracts';
import { STORAGE_KEYS } from '../../shared/stored-names.js';

/** An armed flag that nobody sends is disarmed after this long. */
export const ARMED_FOR_MS = 5_000;

/** Digits that may be more of a longer number show their car after this long. */
export const FIND_AFTER_MS = 800;

/**
 * A key arms its flag; what is armed is sent by Enter alone. Digits are a car's number: of the receiver of an armed
 * driver's flag, else of a car to show.
 */
export type FlagKey =
  | { does: 'arm'; code: FlagCode }
  | { does: 'digit'; digit: string }
  | { does: 'erase' | 'send' | 'find' | 'disarm' | 'list' };

/** What was pressed and has no effect yet. */
export interface KeyState {
  readonly armed: FlagCode | null;
  /** Of a car's number. */
  readonly digits: string;
}

export const NO_KEYS: KeyState = { armed: null, digits: '' };

const MOST_DIGITS = 6;

/** Flags of the driver's group take a car's number; a track flag is for the receivers of the banner alone. */
export const takesNumber = (code: FlagCode): boolean => flagOf(code).panel[0] === 'driver';

/** The state after a key whose effect, if it has one, is carried out. */
export const afterKey = ({ armed, digits }: KeyState, key: FlagKey): KeyState => {
  switch (key.does) {
    case 'arm':
      return { armed: key.code, digits: '' };
    case 'digit':
      // Who types a number after a track flag wants to see the car: Enter must not send the flag.
      return armed !== null && !takesNumber(armed)
        ? { armed: null, digits: key.digit }
        : { armed, digits: `${digits}${key.digit}`.slice(-MOST_DIGITS) };
    case 'erase':
      return { armed, digits: digits.slice(0, -1) };
    case 'send':
    case 'find':
    case 'disarm':
    case 'list':
      return NO_KEYS;
  }
};

const CODES = new Map(FLAG_CODES.map((code) => [flagOf(code).key.toLowerCase(), code]));
const FIELD = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
const MODAL = '[role=dialog]:not([aria-modal=false])';
/** A question above the flags: Enter is its answer, so that no flag may be armed beside it. */
const QUESTION = '[role=dialog][data-place=receivers]';

/** Keys are dead in fields, under a modal dialog, when they repeat and with a modifier (`?` needs Shift). */
const isDead = ({ target, repeat, isComposing, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  repeat ||
  isComposing ||
  ctrlKey ||
  altKey ||
  metaKey ||
  (target instanceof Element && target.closest(FIELD) !== null) ||
  document.querySelector(MODAL) !== null;

/** Keys that move the focus, and send and acknowledge nothing: to the oldest alert, and to the withdrawal of the newest flag. */
const FOCUS_KEYS = { alert: 'x', withdrawal: 'z' } as const;
export type FocusKey = keyof typeof FOCUS_KEYS;

export const isFocusKey = (event: KeyboardEvent, which: FocusKey): boolean =>
  !isDead(event) && !event.shiftKey && event.key.toLowerCase() === FOCUS_KEYS[which];

/** The meaning of a key on the live map; null: none, it is left to other listeners. */
export const readFlagKey = (event: KeyboardEvent, { armed, digits }: KeyState): FlagKey | null => {
  if (isDead(event) || document.querySelector(QUESTION) !== null) return null;
  if (event.key === '?') return { does: 'list' };
  if (event.shiftKey) return null;
  if (/^\d$/.test(event.key)) return { does: 'digit', digit: event.key };
  if (event.key === 'Enter' && armed !== null) return { does: 'send' };
  if (event.key === 'Enter' && digits !== '') return { does: 'find' };
  if (event.key === 'Escape' && (armed !== null || digits !== '')) return { does: 'disarm' };
  if (event.key === 'Backspace' && digits !== '') return { does: 'erase' };
  const code = CODES.get(event.key.toLowerCase());
  return code === undefined ? null : { does: 'arm', code };
};

export const areKeysOn = (): boolean => window.localStorage.getItem(STORAGE_KEYS.flagKeys) !== 'off';
/** Kept on this device. */
export const switchKeys = (isOn: boolean): void =>
  window.localStorage.setItem(STORAGE_KEYS.flagKeys, isOn ? 'on' : 'off');
