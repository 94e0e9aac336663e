import { createDeviceNotes } from './devices.js';
import type { InboundConfig } from './config.js';
import { createDoors, type DoorHandler } from './doors/doors.js';
import { startBridge } from './inbound/bridge.js';
import { startPipeline, type PipelineParts } from './pipeline/pipeline.js';
import type { Records } from '@flagpost/records';

export interface IngestParts extends Omit<PipelineParts, 'devices'> {
  readonly records: Pick<Records, 'ingestStates' | 'history' | 'deviceTokens'>;
  readonly config: InboundConfig;
}

/** Doors, pipeline and the bridge of others' producers over the same stores, for an HTTP server that the caller owns. */
export interface Ingest {
  readonly doors: DoorHandler;
  /** Call after closing the server. Resolves when everything in progress is published and saved. */
  stop(): Promise<void>;
}

export const startIngest = async (parts: IngestParts): Promise<Ingest> => {
  const { deviceTokens } = parts.records;
  const devices = createDeviceNotes({ ...parts, deviceTokens });
  const doors = createDoors({ ...parts, devices, deviceTokens });
  const pipeline = await startPipeline({ ...parts, devices });
  const { entries } = pipeline;
  const bridge = startBridge({ ...parts, keys: parts.config.INBOUND_KEYS, devices, deviceTokens, entries });
  return {
    doors,
    async stop() {
      await bridge.stop();
      await pipeline.stop();
      await devices.stop();
    },
  };
};
