import { describe, expect, it } from '@jest/globals';
import { createTransportChoice } from './transport-choice.js';

const LONG_MS = 30_000;

describe('the choice of a transport', () => {
  it('polls after two attempts in a row by WebSocket that did not open', () => {
    const choice = createTransportChoice();
    choice.failed();
    expect(choice.current()).toBe('websocket');
    choice.failed();
    expect(choice.current()).toBe('polling');
  });

  it('polls after two WebSockets in a row that opened and were killed', () => {
    const choice = createTransportChoice();
    for (const at of [0, 10_000]) {
      choice.opened(at);
      expect(choice.current()).toBe('websocket');
      expect(choice.ended(at + 500)).toBe(false);
    }
    expect(choice.current()).toBe('polling');
  });

  it('stays with a WebSocket that lived, however often it is lost', () => {
    const choice = createTransportChoice();
    for (let at = 0; at < 10 * LONG_MS; at += LONG_MS) {
      choice.opened(at);
      expect(choice.ended(at + LONG_MS)).toBe(true);
      choice.failed();
      expect(choice.current()).toBe('websocket');
    }
  });

  it('polls again after polling was lost, and begins anew where polling does not open either', () => {
    const choice = createTransportChoice();
    choice.failed();
    choice.failed();
    choice.opened(0);
    choice.ended(500);
    expect(choice.current()).toBe('polling');
    choice.failed();
    expect(choice.current()).toBe('websocket');
    choice.failed();
    expect(choice.current()).toBe('websocket');
    choice.failed();
    expect(choice.current()).toBe('polling');
  });

  it('goes back to WebSocket once a probe held, and to polling after one failure', () => {
    const choice = createTransportChoice();
    choice.failed();
    choice.failed();
    choice.opened(0);
    choice.recovered();
    expect(choice.current()).toBe('websocket');
    choice.opened(1_000);
    choice.ended(2_000);
    expect(choice.current()).toBe('polling');
  });
});
