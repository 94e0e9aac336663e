import { Button } from 'primereact/button';
import { useEffect, useState, type ReactElement } from 'react';
import { ALARMS, type AlertRow } from '@flagpost/contracts';
import { useRaceStore } from '../state/race-store.js';
import { duration, firstFew } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { soundAlarms } from '../live/alarms.js';
import { createSiren, type Siren } from '../live/siren.js';
import { useRace } from '../race-context.js';
import { selectUnacknowledged } from '../state/alerts.js';

/** A mouse counts as pressed when it goes down, a finger when it goes up. */
const PRESSES = ['pointerdown', 'pointerup', 'pointercancel', 'keydown'] as const;
/** The click of a finger comes a little after it was lifted. */
const CLICKS_WITHIN_MS = 300;

const carsOf = (alerts: readonly AlertRow[]): string => {
  const numbers = alerts.map(({ CarNumber }) => CarNumber);
  const { shown, more } = firstFew(numbers);
  return numbers.length === 1 ? TEXTS.sos.car(shown) : TEXTS.sos.raised(numbers.length, shown, more);
};

interface Sound {
  siren: Siren;
  /** The browser holds it back until somebody presses something. */
  isBlocked: boolean;
}

/** Runs the siren while the race is on screen. */
export const useAlarmSound = (): Sound | null => {
  const { mayAcknowledge, mayControl } = useRace();
  const { alarm } = useNotices();
  const store = useRaceStore();
  const [sound, setSound] = useState<Sound | null>(null);

  useEffect(() => {
    const siren = createSiren();
    // The press that turns the sound on ends the band, and the alerts below it move up: not before the press has hit its aim.
    let isPressed = false;
    let released: number | undefined;
    const look = (): void => {
      if (!isPressed) setSound({ siren, isBlocked: siren.isBlocked });
    };
    const release = (): void => {
      isPressed = false;
      look();
    };
    look();
    const unlisten = siren.onChange(look);
    const onPress = ({ type }: Event): void => {
      if (type !== 'keydown') {
        window.clearTimeout(released);
        isPressed = true;
        if (type !== 'pointerdown') released = window.setTimeout(release, CLICKS_WITHIN_MS);
      }
      siren.unlock();
    };
    for (const press of PRESSES) window.addEventListener(press, onPress);
    const end = soundAlarms(store, siren, {
      mayAcknowledge,
      mayControl,
      onRaised: (raised) => {
        const others = selectUnacknowledged(store.getState()).filter((alert) => !raised.includes(alert));
        alarm(TEXTS.sos.title, carsOf([...raised, ...others]));
      },
    });
    return () => {
      end();
      unlisten();
      for (const press of PRESSES) window.removeEventListener(press, onPress);
      window.clearTimeout(released);
      siren.close();
    };
  }, [store, mayAcknowledge, mayControl, alarm]);

  return sound;
};

export const SoundOffBand = ({ siren }: { siren: Siren }): ReactElement => (
  <button type="button" className="race-band race-band-sound" onClick={() => siren.unlock()}>
    <i className="pi pi-volume-off" aria-hidden="true" /> {TEXTS.sos.soundOff}
  </button>
);

const LOOK_MS = 500;

/** Stops the sound for a while, and nothing else. The siren itself brings the sound back. */
export const Silence = ({ siren }: { siren: Siren }): ReactElement => {
  const [leftS, setLeftS] = useState(siren.silentForS);
  useEffect(() => {
    const look = (): void => setLeftS(siren.silentForS());
    const timer = window.setInterval(look, LOOK_MS);
    const unlisten = siren.onChange(look);
    return () => {
      window.clearInterval(timer);
      unlisten();
    };
  }, [siren]);
  return leftS === 0 ? (
    <Button
      outlined
      icon="pi pi-volume-off"
      label={TEXTS.sos.silence(ALARMS.silenceS)}
      onClick={() => siren.silence(ALARMS.silenceS)}
    />
  ) : (
    <>
      <span>{TEXTS.sos.silent(duration(Math.ceil(leftS) * 1_000))}</span>
      <Button outlined icon="pi pi-volume-up" label={TEXTS.sos.soundOn} onClick={() => siren.endSilence()} />
    </>
  );
};
