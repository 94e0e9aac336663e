import { createListeners } from '@flagpost/map-layers/listeners';
import { isAudible, keepAudible, resume } from '../../../shared/audible.js';

/** The sound of an open SOS: one sound, however many. It runs by itself until it is stopped, so hidden tabs keep it. */
export interface Siren {
  readonly start: () => void;
  readonly stop: () => void;
  /** One short tone. */
  readonly beep: () => void;
  /** Lets nothing be heard for this long; the sound then comes back by the audio clock, which hidden tabs keep too. */
  readonly silence: (seconds: number) => void;
  readonly endSilence: () => void;
  /** Remaining silence, seconds. */
  readonly silentForS: () => number;
  /** Asks the browser to let sound through; call it from a press. */
  readonly unlock: () => void;
  readonly isBlocked: boolean;
  /** Calls back when the browser begins or ends to let sound through, and when a silence begins or is ended. */
  readonly onChange: (listener: () => void) => () => void;
  readonly close: () => void;
}

const TONE_HZ = 880;
const PULSE_HZ = 2.5;
const VOLUME = 0.25;
const BEEP_S = 0.4;

const tone = (out: AudioNode): { oscillator: OscillatorNode; gain: GainNode } => {
  const oscillator = new OscillatorNode(out.context, { frequency: TONE_HZ });
  const gain = new GainNode(out.context, { gain: VOLUME });
  oscillator.connect(gain).connect(out);
  return { oscillator, gain };
};

const pulsingTone = (out: AudioNode): OscillatorNode[] => {
  const { oscillator, gain } = tone(out);
  const pulse = new OscillatorNode(out.context, { type: 'square', frequency: PULSE_HZ });
  pulse.connect(new GainNode(out.context, { gain: VOLUME })).connect(gain.gain);
  return [oscillator, pulse];
};

export const createSiren = (): Siren => {
  let speaker: { context: AudioContext; out: GainNode } | null = null;
  let endKeeping: () => void = () => undefined;
  let running: OscillatorNode[] = [];
  let isWanted = false;
  /** By the audio clock, seconds. */
  let silentUntilS = 0;
  const listeners = createListeners();
  const changed = (): void => listeners.call();

  const sound = (): void => {
    if (speaker === null || !isWanted || running.length > 0) return;
    running = pulsingTone(speaker.out);
    for (const one of running) one.start();
    resume(speaker.context);
  };

  /** Browsers let no page sound that nobody has pressed yet. */
  const unlock = (): void => {
    if (speaker !== null) resume(speaker.context);
    else if (navigator.userActivation.hasBeenActive) {
      const context = new AudioContext();
      const out = new GainNode(context);
      out.connect(context.destination);
      speaker = { context, out };
      context.addEventListener('statechange', changed);
      endKeeping = keepAudible(context, () => isWanted);
      sound();
      changed();
    }
  };
  unlock();

  const silentForS = (): number =>
    speaker === null ? 0 : Math.max(0, silentUntilS - speaker.context.currentTime);

  const silence = (seconds: number): void => {
    if (speaker === null) return;
    const { context, out } = speaker;
    silentUntilS = context.currentTime + seconds;
    out.gain.cancelScheduledValues(0);
    if (seconds > 0) out.gain.setValueAtTime(0, context.currentTime);
    out.gain.setValueAtTime(1, silentUntilS);
    changed();
  };
  const endSilence = (): void => {
    if (silentForS() > 0) silence(0);
  };

  return {
    start() {
      isWanted = true;
      sound();
    },
    stop() {
      isWanted = false;
      for (const one of running) one.stop();
      running = [];
      endSilence();
    },
    beep() {
      if (speaker === null) return;
      const { oscillator } = tone(speaker.out);
      oscillator.start();
      oscillator.stop(speaker.context.currentTime + BEEP_S);
      resume(speaker.context);
    },
    silence,
    endSilence,
    silentForS,
    unlock,
    get isBlocked() {
      return speaker === null || !isAudible(speaker.context);
    },
    onChange: listeners.subscribe,
    close() {
      listeners.clear();
      endKeeping();
      void speaker?.context.close();
    },
  };
};
