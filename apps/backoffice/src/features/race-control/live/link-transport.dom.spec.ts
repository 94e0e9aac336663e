import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { answerCalls, type Asked } from '../../../testing/fetch.js';
import { chooseTransport } from './link-transport.js';

/** A fake of socket.io's socket. */
const openSocket = () => {
  const manager = Object.assign(new EventEmitter(), { opts: { transports: [] as string[] } });
  const socket = Object.assign(new EventEmitter(), { io: manager, active: true });
  const transport = chooseTransport(socket as unknown as Socket, () => undefined);
  return { socket, manager, transport };
};

const messages = (calls: readonly Asked[]): string[] =>
  calls.map(({ body }) => (body as { message: string }).message);

/** Reports are sent in the background. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it("the socket's errors are logged once the server can be reached again", async () => {
  const calls = answerCalls(() => 'nothing');
  const { socket, manager, transport } = openSocket();
  socket.emit('connect_error', new Error('websocket error'));
  socket.emit('connect_error', new Error('timeout'));
  await settled();
  expect(calls).toEqual([]);
  expect(manager.opts.transports).toEqual(['polling']);
  manager.emit('open');
  await settled();
  expect(calls.map(({ path }) => path)).toEqual(['/api/clientReports/']);
  expect(messages(calls)).toEqual(['The socket failed 2 times, at last with: websocket: timeout']);
  manager.emit('open');
  await settled();
  expect(calls).toHaveLength(1);
  transport.stop();
});

it('an end that is no fault, and a refusal of the server, are not logged', async () => {
  const calls = answerCalls(() => 'nothing');
  const { socket, manager, transport } = openSocket();
  socket.emit('disconnect', 'ping timeout');
  socket.emit('disconnect', 'io server disconnect');
  socket.active = false;
  socket.emit('connect_error', new Error('No Authorized'));
  manager.emit('open');
  await settled();
  expect(calls).toEqual([]);
  transport.stop();
});
