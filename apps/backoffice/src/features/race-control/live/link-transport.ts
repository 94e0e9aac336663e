import type { Socket } from 'socket.io-client';
import { report } from '../../../shared/report.js';
import { createTransportChoice } from './transport-choice.js';
import { createWebSocketProbe } from './websocket-probe.js';

/** The transport of the socket, and its errors. */
export interface LinkTransport {
  /** Whether it polls, as WebSocket does not get through. */
  isSlow(): boolean;
  stop(): void;
}

const PROBE_ADDRESS = `${window.location.origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;

/** Disconnect reasons caused by the transport; a deliberate disconnect of either side is none. */
const BY_ITSELF = new Set<string>(['transport close', 'transport error', 'ping timeout', 'parse error']);
/** Those of them that are errors and not lost connections. */
const FAULTS = new Set<string>(['transport error', 'parse error']);

/**
 * Sets the transport of the socket's next attempt. While it polls, WebSocket is probed in parallel; once that holds,
 * `onRecovered` must reconnect. Errors are reported when the server can be reached again.
 */
export const chooseTransport = (socket: Socket, onRecovered: () => void): LinkTransport => {
  const choice = createTransportChoice();
  const faults: string[] = [];
  const apply = (): void => {
    socket.io.opts.transports = [choice.current()];
  };
  const probe = createWebSocketProbe(PROBE_ADDRESS, () => {
    choice.recovered();
    apply();
    onRecovered();
  });
  apply();

  socket.io.on('open', () => {
    choice.opened(performance.now());
    const last = faults.at(-1);
    if (last !== undefined)
      report(new Error(`The socket failed ${faults.length} times, at last with: ${last}`));
    faults.length = 0;
    if (choice.current() === 'polling') probe.start();
  });
  socket.on('connect_error', ({ message }) => {
    // The server itself refused: the transport works.
    if (!socket.active) return;
    faults.push(`${choice.current()}: ${message}`);
    choice.failed();
    apply();
  });
  socket.on('disconnect', (reason) => {
    probe.stop();
    if (!BY_ITSELF.has(reason)) return;
    if (FAULTS.has(reason)) faults.push(`${choice.current()}: ${reason}`);
    if (choice.ended(performance.now())) probe.forget();
    apply();
  });

  return { isSlow: () => choice.current() === 'polling', stop: () => probe.stop() };
};
