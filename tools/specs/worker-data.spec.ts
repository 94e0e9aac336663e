import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { until } from '@flagpost/testing';
import { AGAIN_MS, keepWorkerData } from './worker-data.js';

const ASKS = 'jest-light-runner-get-worker-data';
const ANSWER = { type: 'jest-light-runner-worker-data', workerData: { runtime: 'child_process' } };

/** A process of the runner, and what it was sent and has sent. */
const aWorker = () => {
  const sent: unknown[] = [];
  const received: unknown[] = [];
  const worker = Object.assign(new EventEmitter(), { send: (message: unknown) => sent.push(message) > 0 });
  keepWorkerData(worker as unknown as NodeJS.Process);
  const ask = () => {
    worker.on('message', (message) => received.push(message));
    worker.send(ASKS);
  };
  return { worker, ask, sent, received };
};

describe('what a process of the runner needs', () => {
  it('is there when the answer came before it asked', async () => {
    const { worker, ask, received } = aWorker();
    worker.emit('message', ANSWER);
    ask();
    await nextTurn();
    expect(received).toEqual([ANSWER]);
  });

  it('is asked for until the answer has come', async () => {
    const { worker, ask, sent, received } = aWorker();
    worker.emit('message', { type: 'another' });
    ask();
    expect(sent).toEqual([ASKS]);
    await until('another question', () => sent.length > 1);
    expect(new Set(sent)).toEqual(new Set([ASKS]));
    worker.emit('message', ANSWER);
    expect(received).toEqual([ANSWER]);
    const asked = sent.length;
    await sleep(3 * AGAIN_MS);
    expect(sent).toHaveLength(asked);
  });

  it('is no other message', () => {
    const { worker, sent } = aWorker();
    worker.emit('message', ANSWER);
    worker.send({ ready: true });
    expect(sent).toEqual([{ ready: true }]);
  });
});
