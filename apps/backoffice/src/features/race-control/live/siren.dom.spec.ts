import { beforeEach, expect, it } from '@jest/globals';
import { createSiren } from './siren.js';

/** jsdom has no sound: this much of it the siren uses. Times are seconds of the audio clock. */
const audio = { now: 0, out: [] as [value: number, at: number][], playing: 0, started: 0 };

class FakeNode {
  readonly gain = {
    cancelScheduledValues: () => void (audio.out.length = 0),
    setValueAtTime: (value: number, at: number) => void audio.out.push([value, at]),
  };
  readonly context: unknown;
  constructor(context: unknown) {
    this.context = context;
  }
  connect<T>(to: T): T {
    return to;
  }
  start(): void {
    audio.started += 1;
    audio.playing += 1;
  }
  stop(): void {
    audio.playing -= 1;
  }
}
class FakeContext extends EventTarget {
  readonly destination = {};
  state: AudioContextState = 'running';
  constructor() {
    super();
    made.push(this);
  }
  get currentTime(): number {
    return audio.now;
  }
  resume = async (): Promise<void> => {
    if (isTaken) throw new DOMException('Another program has the sound.', 'InvalidStateError');
    if (this.state !== 'running') this.become('running');
  };
  close = (): Promise<void> => Promise.resolve();
  become(state: AudioContextState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
const made: FakeContext[] = [];
const become = (state: AudioContextState): void => made.at(-1)?.become(state);
/** A call, or another program, has the sound. */
let isTaken = false;
Object.assign(globalThis, { AudioContext: FakeContext, GainNode: FakeNode, OscillatorNode: FakeNode });

const mayPress = (hasBeenActive: boolean): void => {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
};

/** The output at a time of the audio clock, 1 by default. */
const loudnessAt = (at: number): number => audio.out.findLast(([, from]) => from <= at)?.[0] ?? 1;

beforeEach(() => {
  Object.assign(audio, { now: 100, out: [], playing: 0, started: 0 });
  isTaken = false;
  mayPress(true);
});

it('sounds once, however often it is started, and stops', () => {
  const siren = createSiren();
  siren.start();
  siren.start();
  const { started } = audio;
  expect(started).toBeGreaterThan(0);
  siren.stop();
  expect(audio.playing).toBe(0);
  expect(audio.started).toBe(started);
});

it('sounds as soon as the browser lets it, when it was started before', () => {
  mayPress(false);
  const siren = createSiren();
  siren.start();
  expect([siren.isBlocked, audio.playing]).toEqual([true, 0]);
  mayPress(true);
  siren.unlock();
  expect(siren.isBlocked).toBe(false);
  expect(audio.playing).toBeGreaterThan(0);
});

it('is silent for as long as asked and then heard again, with nobody to wake it', () => {
  const siren = createSiren();
  siren.start();
  siren.silence(60);
  expect(audio.playing).toBeGreaterThan(0);
  expect([100, 159, 160].map(loudnessAt)).toEqual([0, 0, 1]);
  audio.now = 118;
  expect(siren.silentForS()).toBe(42);
  audio.now = 161;
  expect(siren.silentForS()).toBe(0);
});

it('is heard at once when the silence is ended, also by its own end', () => {
  for (const end of ['endSilence', 'stop'] as const) {
    const siren = createSiren();
    siren.start();
    siren.silence(60);
    siren[end]();
    expect(siren.silentForS()).toBe(0);
    expect(loudnessAt(audio.now)).toBe(1);
  }
});

it.each<AudioContextState>(['interrupted', 'suspended'])(
  'says that it is not heard while it is %s',
  (state) => {
    const siren = createSiren();
    const heard: boolean[] = [];
    siren.onChange(() => heard.push(!siren.isBlocked));
    become(state);
    become('running');
    expect(heard).toEqual([false, true]);
  },
);

it.each([
  ['when the other program ends', () => become('suspended')],
  ['when the page is back', () => document.dispatchEvent(new Event('visibilitychange'))],
])('goes on after an interruption %s, if it is to sound', (_, happens) => {
  const siren = createSiren();
  siren.start();
  isTaken = true;
  become('interrupted');
  expect(siren.isBlocked).toBe(true);
  isTaken = false;
  happens();
  expect(siren.isBlocked).toBe(false);
  siren.stop();
  become('interrupted');
  happens();
  expect(siren.isBlocked).toBe(true);
  siren.close();
});
