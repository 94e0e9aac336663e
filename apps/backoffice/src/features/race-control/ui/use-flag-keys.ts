import { useEffect, useEffectEvent, useState } from 'react';
import type { FlagCode } from '@flagpost/contracts';
import { areKeysOn, ARMED_FOR_MS, readFlagKey, switchKeys } from '../flag-keys.js';

interface FlagKeys {
  armed: FlagCode | null;
  isOn: boolean;
  switchOn: (isOn: boolean) => void;
  disarm: () => void;
}

/** Listens for the flags' keys. `onArm` returns whether this flag waits for Enter. */
export const useFlagKeys = (parts: {
  onArm: (code: FlagCode) => boolean;
  onSend: (code: FlagCode) => void;
  onList: () => void;
}): FlagKeys => {
  const [isOn, setIsOn] = useState(areKeysOn);
  const [armed, setArmed] = useState<{ code: FlagCode; untilMs: number } | null>(null);

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const isArmed = armed !== null && performance.now() < armed.untilMs;
    const key = readFlagKey(event, isArmed);
    if (key === null) return;
    event.preventDefault();
    event.stopPropagation();
    setArmed(null);
    if (key.does === 'list') parts.onList();
    if (key.does === 'send' && armed !== null) parts.onSend(armed.code);
    if (key.does === 'arm' && parts.onArm(key.code)) {
      setArmed({ code: key.code, untilMs: performance.now() + ARMED_FOR_MS });
    }
  });

  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    const disarm = (): void => setArmed(null);
    // Before the button in focus takes Enter for itself.
    window.addEventListener('keydown', listen, { capture: true });
    window.addEventListener('blur', disarm);
    return () => {
      window.removeEventListener('keydown', listen, { capture: true });
      window.removeEventListener('blur', disarm);
    };
  }, [isOn]);

  useEffect(() => {
    if (armed === null) return undefined;
    const timer = window.setTimeout(() => setArmed(null), ARMED_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [armed]);

  return {
    armed: armed?.code ?? null,
    isOn,
    switchOn: (next) => {
      switchKeys(next);
      setIsOn(next);
      setArmed(null);
    },
    disarm: () => setArmed(null),
  };
};
