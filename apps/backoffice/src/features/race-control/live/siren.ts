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

export const createSiren = (): Siren => {
  const context = new AudioContext();
  let running: OscillatorNode[] = [];

  const tone = (): { oscillator: OscillatorNode; gain: GainNode } => {
    const oscillator = new OscillatorNode(context, { frequency: TONE_HZ });
    const gain = new GainNode(context, { gain: VOLUME });
    oscillator.connect(gain).connect(context.destination);
    return { oscillator, gain };
  };

  return {
    start() {
      if (running.length > 0) return;
      const { oscillator, gain } = tone();
      const pulse = new OscillatorNode(context, { type: 'square', frequency: PULSE_HZ });
      pulse.connect(new GainNode(context, { gain: VOLUME })).connect(gain.gain);
      running = [oscillator, pulse];
      for (const one of running) one.start();
      void context.resume();
    },
    stop() {
      for (const one of running) one.stop();
      running = [];
    },
    beep() {
      const { oscillator } = tone();
      oscillator.start();
      oscillator.stop(context.currentTime + BEEP_S);
      void context.resume();
    },
    unlock: () => void context.resume(),
    get isBlocked() {
      return context.state === 'suspended';
    },
    onChange(listener) {
      context.addEventListener('statechange', listener);
      return () => context.removeEventListener('statechange', listener);
    },
    close() {
      void context.close();
    },
  };
};
