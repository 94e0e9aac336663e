import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { AddressRefused, listen } from './listen.js';

const opened: Server[] = [];
const server = (): Server => {
  const made = createServer((_, response) => response.end('here'));
  opened.push(made);
  return made;
};
afterEach(() => opened.splice(0).forEach((each) => each.close()));

describe('listening', () => {
  it('answers how this machine reaches the port', async () => {
    const url = await listen(server(), { port: 0, host: '0.0.0.0' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(url);
    expect(await answer.text()).toBe('here');
    expect(answer.headers.get('keep-alive')).toBe('timeout=75');
  });

  it('answers how this machine reaches an address of IPv6', async () => {
    const url = await listen(server(), { port: 0, host: '::' });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  it('says in one sentence that a port is in use, by the name of its setting', async () => {
    const { port } = new URL(await listen(server(), { port: 0, host: '127.0.0.1' }));
    const again = listen(server(), { port: Number(port), host: '127.0.0.1', setting: 'METRICS_PORT' });
    await expect(again).rejects.toThrow(AddressRefused);
    await expect(again).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use by another program: stop it, or choose another METRICS_PORT.`,
    );
  });

  it('says that an address is not this machine’s', async () => {
    await expect(listen(server(), { port: 0, host: '192.0.2.1' })).rejects.toThrow(
      '192.0.2.1 is not an address of this machine',
    );
  });
});
