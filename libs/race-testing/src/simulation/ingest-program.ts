import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TOPICS } from '@flagpost/contracts';
import { createDeadLetters } from '@flagpost/messaging';
import { createHealth, type Logger } from '@flagpost/platform';
import {
  createDeviceNotes,
  createDoors,
  createOrdersDoor,
  followOrders,
  startBridge,
  startPipeline,
} from '@flagpost/telemetry-ingest';
import type { Process } from '@flagpost/testing/simulation';
import type { Installation } from './installation.js';

/** telemetry-ingest without an HTTP server: requests of devices are passed to the real doors. */
export interface IngestProgram {
  readonly kind: 'ingest';
  /** Status and body of the answer. */
  knock(request: DeviceCall): Promise<{ readonly status: number; readonly body: string }>;
}

export interface DeviceCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string;
}

/** The parts of a request that the doors read. */
const requestOf = ({ method, url, body }: DeviceCall): IncomingMessage =>
  ({
    method,
    url,
    headers: {},
    complete: true,
    destroyed: false,
    socket: { writableLength: 0, destroyed: false },
    read: () => Buffer.from(body),
  }) as unknown as IncomingMessage;

/** The parts of a response that the doors write. */
const responseOf = (
  onEnd: (answer: { readonly status: number; readonly body: string }) => void,
): ServerResponse => {
  let status = 0;
  const response = Object.assign(new EventEmitter(), {
    writableEnded: false,
    writableLength: 0,
    writeHead: (code: number) => void (status = code),
    end(body: string) {
      response.writableEnded = true;
      onEnd({ status, body });
      response.emit('close');
    },
  });
  return response as unknown as ServerResponse;
};

export const startIngest = async (
  process: Process,
  installation: Installation,
  logger: Logger,
): Promise<IngestProgram> => {
  const records = installation.records(process);
  const { deviceTokens } = records;
  const parts = {
    topics: installation.topics(process),
    records,
    clock: process,
    scheduler: process,
    logger,
    devices: createDeviceNotes({ deviceTokens, scheduler: process, logger }),
    health: createHealth(),
    saveEveryMs: installation.saveEveryMs,
  };
  const { entries } = await startPipeline(parts);
  startBridge({ ...parts, deviceTokens, entries, keys: 'cars' });
  const doors = createDoors({ ...parts, deviceTokens });
  const orders = followOrders({
    ...parts,
    deadLetters: createDeadLetters({ ...parts, topic: TOPICS.deadLetters }),
  });
  /** Who is connected is live state that nobody looks at here. */
  const presence = { connect: () => () => undefined };
  const ordersDoor = createOrdersDoor({ ...parts, deviceTokens, orders, presence });
  return {
    kind: 'ingest',
    knock: (call) =>
      new Promise((resolve, reject) => {
        const response = responseOf(resolve);
        const isNoDoor = (): void => reject(new Error(`${call.url} is no door.`));
        const request = requestOf(call);
        ordersDoor.handle(request, response, () => doors(request, response, isNoDoor));
      }),
  };
};
