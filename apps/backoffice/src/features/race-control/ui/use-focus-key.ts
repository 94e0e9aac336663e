import { useEffect, useEffectEvent } from 'react';
import { areKeysOn, isFocusKey, type FocusKey } from '../flag-keys.js';

/** Calls back when somebody presses this key, unless keys are switched off on this device. */
export const useFocusKey = (key: FocusKey, onPress: () => void): void => {
  const pressed = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!areKeysOn() || !isFocusKey(event, key)) return;
      event.preventDefault();
      pressed();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [key]);
};
