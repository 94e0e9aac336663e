import { createDeviceNotes } from './devices.js';
import { createDoors, type DoorHandler } from './doors/doors.js';
import { startPipeline, type PipelineParts } from './pipeline/pipeline.js';
import type { Records } from '@flagpost/records';

export interface IngestParts extends Omit<PipelineParts, 'devices'> {
  readonly records: Pick<Records, 'ingestStates' | 'history' | 'deviceTokens'>;
}

/** Doors and pipeline over the same stores, for an HTTP server that the caller owns. */
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
  return {
    doors,
    async stop() {
      await pipeline.stop();
      await devices.stop();
    },
  };
};
