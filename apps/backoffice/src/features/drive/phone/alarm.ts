import { isAudible, keepAudible, resume } from '../../../shared/audible.js';

/** Sound and vibration. A browser lets a page sound once somebody has pressed something in it. */

const REPEAT_MS = 1_600;
const LOUD = 0.9;
/** Tones: from (s), length (s), frequency (Hz). */
const TONES = {
  urgent: [
    [0, 0.3, 880],
    [0.35, 0.3, 660],
    [0.7, 0.3, 880],
  ],
  notice: [
    [0, 0.18, 740],
    [0.25, 0.18, 980],
  ],
} as const;
const VIBRATIONS = { urgent: [500, 150, 500], notice: [250, 100, 250] } as const;

export type AlarmKind = keyof typeof TONES;

export interface Sounding {
  readonly kind: AlarmKind;
  /** What it tells of: another one sounds anew. */
  readonly of: string;
}

export interface Alarm {
  /** Sounds until it is quiet again; a notice sounds once for what it tells of. */
  sound(sounding: Sounding | null): void;
  vibrate(pattern: number | readonly number[]): void;
  /** To be called while a press is handled. */
  unlock(): void;
  isLocked(): boolean;
  stop(): void;
}

export const createAlarm = (onLock: (isLocked: boolean) => void): Alarm => {
  let context: AudioContext | null = null;
  let endKeeping: () => void = () => undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let current: Sounding | null = null;

  const audio = (): AudioContext | null => {
    if (typeof AudioContext === 'undefined') return null;
    if (context === null) {
      const created = new AudioContext();
      created.addEventListener('statechange', () => onLock(!isAudible(created)));
      endKeeping = keepAudible(created, () => current !== null);
      context = created;
    }
    return context;
  };
  const vibrate = (pattern: number | readonly number[]): void => {
    // Not on every phone, and only once somebody has pressed something.
    if ('vibrate' in navigator) navigator.vibrate(pattern as number | number[]);
  };
  const play = (kind: AlarmKind): void => {
    vibrate(VIBRATIONS[kind]);
    const playing = audio();
    if (playing === null || !isAudible(playing)) return;
    for (const [from, length, frequency] of TONES[kind]) {
      const tone = playing.createOscillator();
      const volume = playing.createGain();
      tone.type = 'square';
      tone.frequency.value = frequency;
      volume.gain.value = LOUD;
      tone.connect(volume).connect(playing.destination);
      tone.start(playing.currentTime + from);
      tone.stop(playing.currentTime + from + length);
    }
  };
  return {
    sound(sounding) {
      if (sounding?.kind === current?.kind && sounding?.of === current?.of) return;
      current = sounding;
      clearInterval(timer);
      if (sounding === null) return;
      play(sounding.kind);
      if (sounding.kind === 'urgent') timer = setInterval(() => play('urgent'), REPEAT_MS);
    },
    vibrate,
    unlock() {
      const locked = audio();
      if (locked !== null) resume(locked);
    },
    isLocked() {
      const found = audio();
      return found === null || !isAudible(found);
    },
    stop() {
      clearInterval(timer);
      endKeeping();
      void context?.close();
    },
  };
};
