import { describe, expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing';
import type { RecordedFix } from '@flagpost/telemetry/recordings';
import type { Phone, PhoneInput } from '../phone.js';
import { drive, type DriveParts } from './drive.js';
import { timelineOf } from './timeline.js';

const T = Date.UTC(2020, 5, 1);
const HOUR_MS = 3_600_000;
const fix = (t: number): RecordedFix => ({ t, lat: 44.6, lng: 8.16, speedKph: 50 });

/** A phone whose door takes everything at once, and that notes when. */
const phoneOf = (now: () => number) => {
  const sent: { readonly at: number; readonly input: PhoneInput }[] = [];
  let waiting: PhoneInput[] = [];
  let open = true;
  const phone: Phone = {
    record: (input) => void waiting.push(input),
    flush: () => {
      if (!open) return;
      sent.push(...waiting.map((input) => ({ at: now(), input })));
      waiting = [];
    },
    waiting: () => waiting.length,
    troubled: () => !open,
    stop: () => undefined,
  };
  return { phone, sent, setOpen: (is: boolean) => void (open = is) };
};

const start = (cars: readonly (readonly RecordedFix[])[], options: Partial<DriveParts> = {}) => {
  const time = virtualTime();
  const began = time.now();
  const phones = cars.map(() => phoneOf(time.now));
  const state = { done: false, shown: '' };
  const stop = new AbortController();
  const ended = drive(
    cars.map((fixes, i) => ({ fixes, phone: phones[i]!.phone })),
    {
      clock: time,
      scheduler: time,
      signal: stop.signal,
      speed: 1,
      rebase: false,
      onProgress: ({ sent, fixes }) => (state.shown = `${sent} of ${fixes}`),
      ...options,
    },
  ).then(() => (state.done = true));
  return { time, began, phones, state, stop, ended };
};

describe('the timeline', () => {
  it('counts from the earliest fix of any car', () => {
    const timeline = timelineOf([[fix(T + 500), fix(T + 2_000)], [fix(T)]]);
    expect([timeline.dueMs(T), timeline.dueMs(T + 2_000), timeline.lastsMs]).toEqual([0, 2_000, 2_000]);
    expect(timeline.beginsAt).toBe(T);
  });

  it('leaves out a silence that nobody waits for', () => {
    const timeline = timelineOf([[fix(0), fix(T), fix(T + 1_000), fix(T + 9 * HOUR_MS)]]);
    expect(timeline.dueMs(T)).toBe(0);
    expect(timeline.lastsMs).toBe(1_000);
    expect(timeline.beginsAt).toBe(T);
  });

  it('takes a recording as long as a day at sea', () => {
    const fixes = Array.from({ length: 300_000 }, (_, i) => fix(T + i * 300));
    expect(timelineOf([fixes]).lastsMs).toBe(299_999 * 300);
  });
});

describe('a replay', () => {
  it('keeps the pace of the recording, and its device times', async () => {
    const { time, began, phones, state } = start([[fix(T), fix(T + 1_000), fix(T + 2_500)]]);
    await time.advance(10_000);
    expect(phones[0]!.sent.map(({ at }) => at - began)).toEqual([0, 1_000, 2_500]);
    expect(phones[0]!.sent.map(({ input }) => input.t)).toEqual([T, T + 1_000, T + 2_500]);
    expect(phones[0]!.sent[0]!.input).toMatchObject({ lat: 44.6, lng: 8.16, speedKph: 50 });
    expect(state).toEqual({ done: true, shown: '3 of 3' });
  });

  it('goes faster, device times unchanged', async () => {
    const { time, began, phones } = start([[fix(T), fix(T + 10_000)]], { speed: 10 });
    await time.advance(5_000);
    expect(phones[0]!.sent.map(({ at, input }) => [at - began, input.t])).toEqual([
      [0, T],
      [1_000, T + 10_000],
    ]);
  });

  it('shifts device times by one constant, to now', async () => {
    const { time, began, phones } = start([[fix(T + 700)], [fix(T), fix(T + 1_000)]], { rebase: true });
    await time.advance(5_000);
    const times = phones.flatMap(({ sent }) => sent.map(({ input }) => input.t));
    expect(times).toEqual([began + 700, began, began + 1_000]);
  });

  it('waits for a door that does not answer, and loses nothing', async () => {
    const fixes = Array.from({ length: 9_000 }, (_, i) => fix(T + i));
    const { time, phones, state } = start([fixes]);
    phones[0]!.setOpen(false);
    await time.advance(60_000);
    expect(phones[0]!.phone.waiting()).toBeLessThanOrEqual(4_000);
    expect(state.done).toBe(false);
    phones[0]!.setOpen(true);
    await time.advance(1_000);
    expect(phones[0]!.sent.map(({ input }) => input.t)).toEqual(fixes.map(({ t }) => t));
    expect(state.done).toBe(true);
  });

  it('ends where it is told to', async () => {
    const { time, stop, ended } = start([[fix(T), fix(T + HOUR_MS)]]);
    await time.advance(500);
    stop.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
  });
});
