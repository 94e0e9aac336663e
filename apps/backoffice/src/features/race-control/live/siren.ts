/** The sound of an open SOS: one sound, however many. It runs by itself until it is stopped, so hidden tabs keep it. */
export interface Siren {
  readonly start: () => void;
  readonly stop: () => void;
  /** One short tone. */
  readonly beep: () => void;
  /** Asks the browser to let sound through; call it from a press. */
  readonly unlock: () => void;
  readonly isBlocked: boolean;
  /** Calls back when the browser begins or ends to let sound through. */
  readonly onChange: (listener: () => void) => () => void;
  readonly close: () => void;
}

const TONE_HZ = 880;
const PULSE_HZ = 2.5;
const VOLUME = 0.25;
const BEEP_S = 0.4;

const tone = (context: AudioContext): { oscillator: OscillatorNode; gain: GainNode } => {
  const oscillator = new OscillatorNode(context, { frequency: TONE_HZ });
  const gain = new GainNode(context, { gain: VOLUME });
  oscillator.connect(gain).connect(context.destination);
  return { oscillator, gain };
};

const pulsingTone = (context: AudioContext): OscillatorNode[] => {
  const { oscillator, gain } = tone(context);
  const pulse = new OscillatorNode(context, { type: 'square', frequency: PULSE_HZ });
  pulse.connect(new GainNode(context, { gain: VOLUME })).connect(gain.gain);
  return [oscillator, pulse];
};

/** Refused when the screen is left meanwhile; nothing is to sound then. */
const wake = (context: AudioContext): void => void context.resume().catch(() => undefined);

export const createSiren = (): Siren => {
  let context: AudioContext | null = null;
  let running: OscillatorNode[] = [];
  let isWanted = false;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  const sound = (): void => {
    if (context === null || !isWanted || running.length > 0) return;
    running = pulsingTone(context);
    for (const one of running) one.start();
    wake(context);
  };

  /** Browsers let no page sound that nobody has pressed yet. */
  const unlock = (): void => {
    if (context !== null) wake(context);
    else if (navigator.userActivation.hasBeenActive) {
      context = new AudioContext();
      context.addEventListener('statechange', changed);
      sound();
      changed();
    }
  };
  unlock();

  return {
    start() {
      isWanted = true;
      sound();
    },
    stop() {
      isWanted = false;
      for (const one of running) one.stop();
      running = [];
    },
    beep() {
      if (context === null) return;
      const { oscillator } = tone(context);
      oscillator.start();
      oscillator.stop(context.currentTime + BEEP_S);
      wake(context);
    },
    unlock,
    get isBlocked() {
      return context === null || context.state === 'suspended';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      listeners.clear();
      void context?.close();
    },
  };
};
