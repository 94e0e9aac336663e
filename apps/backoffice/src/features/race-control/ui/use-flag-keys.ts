import { useEffect, useEffectEvent, useState } from 'react';
import type { FlagCode } from '@flagpost/contracts';
import {
  afterKey,
  areKeysOn,
  ARMED_FOR_MS,
  FIND_AFTER_MS,
  isFocusKey,
  NO_KEYS,
  readFlagKey,
  switchKeys,
  type KeyState,
} from '../flag-keys.js';

interface FlagKeys extends KeyState {
  /** When what is armed disarms, `performance.now()`. */
  untilMs: number;
  isOn: boolean;
  switchOn: (isOn: boolean) => void;
  disarm: () => void;
}

interface Pressed extends KeyState {
  untilMs: number;
}

const NOTHING: Pressed = { ...NO_KEYS, untilMs: 0 };

/** Listens for the flags' keys and for the numbers of cars. */
export const useFlagKeys = (parts: {
  /** Whether this flag waits for Enter. */
  onArm: (code: FlagCode) => boolean;
  /** Whether it was sent, or something else came of it; if not, it stays armed. */
  onSend: (code: FlagCode, digits: string) => boolean;
  /** Shows the car with this number. `isWhole`: no more digits come. Returns whether the number is done with. */
  onFind: (digits: string, isWhole: boolean) => boolean;
  onList: () => void;
}): FlagKeys => {
  const [isOn, setIsOn] = useState(areKeysOn);
  const [pressed, setPressed] = useState(NOTHING);

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    // When it was pressed: on a busy machine it is read later.
    const isOver = event.timeStamp >= pressed.untilMs;
    const before = isOver ? NOTHING : pressed;
    const key = readFlagKey(event, before);
    // Enter presses what such a key moves the focus to, and sends no flag.
    if (isFocusKey(event, 'alert') || isFocusKey(event, 'withdrawal')) setPressed(NOTHING);
    if (key === null) return;
    event.preventDefault();
    event.stopPropagation();
    const next = afterKey(before, key);
    const forMs = next.armed === null ? FIND_AFTER_MS : ARMED_FOR_MS;
    const isNothing = next.armed === null && next.digits === '';
    setPressed(isNothing ? NOTHING : { ...next, untilMs: performance.now() + forMs });
    if (key.does === 'list') parts.onList();
    if (key.does === 'arm' && !parts.onArm(key.code)) setPressed(NOTHING);
    if (key.does === 'send' && before.armed !== null && !parts.onSend(before.armed, before.digits)) {
      setPressed({ ...before, untilMs: performance.now() + ARMED_FOR_MS });
    }
    if (key.does === 'find') parts.onFind(before.digits, true);
    if (key.does === 'digit' && next.armed === null && parts.onFind(next.digits, false)) setPressed(NOTHING);
  });

  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    const disarm = (): void => setPressed(NOTHING);
    // Before the button in focus takes Enter for itself.
    window.addEventListener('keydown', listen, { capture: true });
    window.addEventListener('blur', disarm);
    return () => {
      window.removeEventListener('keydown', listen, { capture: true });
      window.removeEventListener('blur', disarm);
    };
  }, [isOn]);

  const onTime = useEffectEvent((): void => {
    setPressed(NOTHING);
    if (pressed.armed === null) parts.onFind(pressed.digits, true);
  });

  useEffect(() => {
    if (pressed.untilMs === 0) return undefined;
    const timer = window.setTimeout(() => onTime(), pressed.untilMs - performance.now());
    return () => window.clearTimeout(timer);
  }, [pressed]);

  return {
    ...pressed,
    isOn,
    switchOn: (next) => {
      switchKeys(next);
      setIsOn(next);
      setPressed(NOTHING);
    },
    disarm: () => setPressed(NOTHING),
  };
};
