import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createWebSocketProbe } from './websocket-probe.js';

const ADDRESS = 'ws://localhost/socket.io/?EIO=4&transport=websocket';

/** A browser's WebSocket in the hands of a spec. */
class Wire extends EventTarget {
  static all: Wire[] = [];
  readonly sent: string[] = [];
  isClosed = false;
  constructor(readonly address: string) {
    super();
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  }
  say(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const real = globalThis.WebSocket;
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const newest = (): Wire => {
  const wire = Wire.all.at(-1);
  if (wire === undefined) throw new Error('No WebSocket was tried.');
  return wire;
};

beforeEach(() => {
  jest.useFakeTimers();
  Wire.all = [];
  globalThis.WebSocket = Wire as unknown as typeof WebSocket;
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.WebSocket = real;
});

describe('a probe', () => {
  it('holds where the server speaks, its heartbeat is answered and nothing kills it for 8 s', async () => {
    let held = 0;
    createWebSocketProbe(ADDRESS, () => held++).start();
    await pass(10_000);
    expect(newest().address).toBe(ADDRESS);
    newest().say('0{"sid":"x"}');
    await pass(5_000);
    newest().say('2');
    expect(newest().sent).toEqual(['3']);
    await pass(2_999);
    expect(held).toBe(0);
    await pass(1);
    expect(held).toBe(1);
    expect(newest().isClosed).toBe(true);
    await pass(600_000);
    expect(Wire.all).toHaveLength(1);
  });

  it('is tried again after ever longer pauses where it is refused, killed or unheard', async () => {
    let held = 0;
    createWebSocketProbe(ADDRESS, () => held++).start();
    await pass(10_000);
    newest().close();
    await pass(20_000);
    expect(Wire.all).toHaveLength(2);
    newest().say('0{}');
    await pass(1_000);
    newest().close();
    await pass(40_000);
    expect(Wire.all).toHaveLength(3);
    newest().say('0{}');
    await pass(8_000);
    expect(newest().isClosed).toBe(true);
    await pass(79_999);
    expect(Wire.all).toHaveLength(3);
    await pass(1);
    expect(Wire.all).toHaveLength(4);
    expect(held).toBe(0);
  });

  it('ends with its link, and begins with the shortest pause where WebSocket has worked since', async () => {
    const probe = createWebSocketProbe(ADDRESS, () => undefined);
    probe.start();
    await pass(10_000);
    newest().close();
    await pass(0);
    probe.stop();
    await pass(600_000);
    expect(Wire.all).toHaveLength(1);
    probe.forget();
    probe.start();
    await pass(10_000);
    expect(Wire.all).toHaveLength(2);
  });
});
