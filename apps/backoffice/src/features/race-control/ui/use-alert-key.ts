import { useEffect, useEffectEvent } from 'react';
import { areKeysOn, isAlertKey } from '../flag-keys.js';

/** Calls back when somebody presses the alerts' key, unless keys are switched off on this device. */
export const useAlertKey = (onPress: () => void): void => {
  const pressed = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!areKeysOn() || !isAlertKey(event)) return;
      event.preventDefault();
      pressed();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
