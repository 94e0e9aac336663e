import { expect, it } from '@jest/globals';
import type { DoorAnswer, Entry } from '@flagpost/telemetry/phone/upload-queue';
import { createOutbox, type Waiting } from './outbox.js';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const start = (left: readonly Entry[] = []) => {
  const steps: string[] = [];
  const waiting: Waiting[] = [];
  const door: { answer: DoorAnswer; nowMs: number; isDiskFull: boolean } = {
    answer: { kind: 'taken' },
    nowMs: 0,
    isDiskFull: false,
  };
  const outbox = createOutbox({
    left,
    store: async (added, removed) => {
      if (door.isDiskFull) throw new Error('The disk is full.');
      steps.push(`store ${added.length} delete ${removed.length}`);
    },
    post: async (name) => {
      steps.push(name);
      return { answer: door.answer, counts: null };
    },
    now: () => door.nowMs,
    onWaiting: (now) => waiting.push(now),
    onPosted: (_posted, fixes) => steps.push(`answered ${fixes}`),
    onEnded: () => steps.push('ended'),
  });
  return { outbox, steps, waiting, door };
};
const fix = { t: 1, lat: 44, lng: 8 };

it('stores a position before it sends it, and deletes it once a door has it', async () => {
  const { outbox, steps, waiting } = start();
  outbox.addFix(fix);
  await settled();
  expect(steps).toEqual(['store 1 delete 0', 'positions', 'answered 1', 'store 0 delete 1']);
  expect(waiting).toEqual([
    { fixes: 1, signals: 0 },
    { fixes: 0, signals: 0 },
  ]);
});

it('sends what could not be stored, and stores what comes after it', async () => {
  const { outbox, steps, door } = start();
  door.isDiskFull = true;
  outbox.addFix(fix);
  await settled();
  door.isDiskFull = false;
  outbox.addFix({ ...fix, t: 2 });
  await settled();
  expect(steps).toEqual([
    'positions',
    'answered 1',
    'store 1 delete 0',
    'positions',
    'answered 1',
    'store 0 delete 1',
  ]);
});

it('goes on with what a former page left, and sends again when it is due or the network is back', async () => {
  const { outbox, steps, door } = start([{ seq: 3, signal: { type: 'sos', t: 1 } }]);
  const posted = (): number => steps.filter((step) => step === 'signals').length;
  door.answer = { kind: 'failed' };
  outbox.sendDue();
  await settled();
  outbox.sendDue();
  await settled();
  expect(posted()).toBe(1);
  outbox.sendAll();
  await settled();
  expect(posted()).toBe(2);
  door.nowMs = 60_000;
  outbox.sendDue();
  await settled();
  expect([posted(), outbox.waiting()]).toEqual([3, { fixes: 0, signals: 1 }]);
});

it('says once that the token has ended, and sends nothing more', async () => {
  const { outbox, steps, door } = start();
  door.answer = { kind: 'ended' };
  outbox.addSignal({ type: 'hazard', t: 1 });
  await settled();
  outbox.end();
  outbox.addSignal({ type: 'hazard', t: 2 });
  await settled();
  expect(steps.filter((step) => step === 'signals' || step === 'ended')).toEqual(['signals', 'ended']);
});
