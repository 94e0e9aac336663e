import { expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing';
import { createPacing } from './pacing.js';

const signal = new AbortController().signal;
const paced = () => {
  const time = virtualTime();
  const pacing = createPacing({ clock: time, scheduler: time });
  const rested: string[] = [];
  const follow = (name: string, of = signal) => {
    const slice = pacing.follower(of);
    return (isBehind: boolean) =>
      slice(isBehind).then(
        () => rested.push(`${name} ${time.now()}`),
        (error: unknown) => rested.push(`${name} ${String(error)}`),
      );
  };
  const began = time.now();
  return {
    time,
    follow,
    rested: () => rested.map((each) => each.replace(/\d+$/, (at) => `${Number(at) - began}`)),
  };
};

it('rests three times as long as a slice took, reading included, and not at all at the head', async () => {
  const { time, follow, rested } = paced();
  const slice = follow('a');
  await time.advance(5);
  void slice(true);
  await time.advance(14);
  expect(rested()).toEqual([]);
  await time.advance(1);
  expect(rested()).toEqual(['a 20']);
  await time.advance(7);
  void slice(false);
  await time.advance(0);
  expect(rested()).toEqual(['a 20', 'a 27']);
});

it('rests one after the other', async () => {
  const { time, follow, rested } = paced();
  const [a, b] = [follow('a'), follow('b')];
  await time.advance(2);
  void a(true);
  void b(true);
  await time.advance(20);
  expect(rested()).toEqual(['a 8', 'b 14']);
});

it('rests for a minute of waiting as for 20 ms of work, and ends with its signal', async () => {
  const { time, follow, rested } = paced();
  const stopping = new AbortController();
  const [a, b] = [follow('a'), follow('b', stopping.signal)];
  await time.advance(60_000);
  void a(true);
  void b(true);
  stopping.abort(new Error('stopped'));
  await time.advance(59);
  expect(rested()).toEqual([]);
  await time.advance(1);
  expect(rested()).toEqual(['a 60060', 'b Error: stopped']);
});
