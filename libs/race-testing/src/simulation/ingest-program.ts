import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHealth, type Logger } from '@flagpost/platform';
import { createDeviceNotes, createDoors, startBridge, startPipeline } from '@flagpost/telemetry-ingest';
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
const requestOf = ({ method, url, body }: DeviceCall): IncomingMessage => {
  const listen = (event: string, listener: (chunk?: Buffer) => void): void => {
    if (event === 'data') queueMicrotask(() => listener(Buffer.from(body)));
    if (event === 'end') queueMicrotask(() => listener());
  };
  return {
    method,
    url,
    headers: {},
    complete: true,
    destroyed: false,
    on: listen,
  } as unknown as IncomingMessage;
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
  return {
    kind: 'ingest',
    knock: (call) =>
      new Promise((resolve, reject) => {
        let status = 0;
        const response = {
          writeHead: (code: number) => void (status = code),
          end: (body: string) => resolve({ status, body }),
        } as unknown as ServerResponse;
        doors(requestOf(call), response, () => reject(new Error(`${call.url} is no door.`)));
      }),
  };
};
