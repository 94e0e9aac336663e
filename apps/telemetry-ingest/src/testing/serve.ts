/** Serves the doors over HTTP, and reads what they stored. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOPICS, type PositionInput } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { createDeviceNotes } from '../devices.js';
import { createDoors, type DoorHandler, type DoorParts } from '../doors/doors.js';

export const serveDoors = async (parts: Omit<DoorParts, 'devices'>) => {
  const devices = createDeviceNotes(parts);
  const served = await serveHandler(createDoors({ ...parts, devices }));
  const close = async (): Promise<void> => {
    await served.close();
    await devices.stop();
  };
  return { ...served, close };
};

export const serveHandler = async (doors: DoorHandler) => {
  const server = createServer((request, response) =>
    doors(request, response, () => response.writeHead(418).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Everything that the doors stored, in order per car. */
export const readInputs = async (topics: Topics): Promise<{ key: string; input: PositionInput }[]> => {
  const found: { key: string; input: PositionInput }[] = [];
  await new Promise<void>((resolve, reject) => {
    const follower = topics.follow({
      topic: TOPICS.positions,
      from: 'beginning',
      onBatch: async ({ messages }) => {
        for (const { key, value } of messages) {
          found.push({ key, input: JSON.parse(value ?? 'null') as PositionInput });
        }
      },
      onCaughtUp: () => void follower.stop().then(resolve, reject),
    });
  });
  return found;
};
