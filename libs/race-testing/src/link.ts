import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a server that a test can cut: traffic is lost, and neither end is notified. */
export interface Link {
  readonly url: string;
  cut(): void;
  /** Existing connections are dropped; new ones work. */
  mend(): void;
  remove(): Promise<void>;
}

export const openLink = async (to: string): Promise<Link> => {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let isCut = false;

  const follow = (end: Socket): void => {
    ends.add(end);
    end.on('close', () => ends.delete(end));
    end.on('error', () => undefined);
  };
  const server = createServer((near) => {
    follow(near);
    if (isCut) return;
    const far = connect(Number(port), hostname);
    follow(far);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!isCut) into.write(chunk);
      });
      from.on('close', () => {
        if (!isCut) into.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const drop = (): void => ends.forEach((end) => end.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
    },
    mend() {
      drop();
      isCut = false;
    },
    async remove() {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
};
