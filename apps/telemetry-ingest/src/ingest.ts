import { carKey, TOPICS } from '@flagpost/contracts';
import { createDeadLetters } from '@flagpost/messaging';
import { createDeviceNotes } from './devices.js';
import type { InboundConfig } from './config.js';
import { createDoors, type DoorHandler } from './doors/doors.js';
import { startBridge } from './inbound/bridge.js';
import { followOrders } from './orders/known-orders.js';
import { followLinkedCars } from './orders/linked-cars.js';
import { createPresence } from './orders/presence.js';
import { createOrdersDoor } from './orders/orders-door.js';
import { createSightingWriter } from './pipeline/sighting-writer.js';
import { startPipeline, type PipelineParts } from './pipeline/pipeline.js';
import type { Ids } from '@flagpost/platform';
import type { Records } from '@flagpost/records';

export interface IngestParts extends Omit<PipelineParts, 'devices'> {
  readonly records: Pick<Records, 'ingestStates' | 'history' | 'sightings' | 'deviceTokens'>;
  readonly config: InboundConfig;
  readonly ids: Ids;
}

/** Doors, pipeline and the bridge of others' producers over the same stores, for an HTTP server that the caller owns. */
export interface Ingest {
  readonly doors: DoorHandler;
  /** Ends the streams of devices. Call before closing the server, which waits for them. */
  hangUp(): void;
  /** Call after closing the server. Resolves when everything in progress is published and saved. */
  stop(): Promise<void>;
}

export const startIngest = async (parts: IngestParts): Promise<Ingest> => {
  const { deviceTokens } = parts.records;
  const devices = createDeviceNotes({ ...parts, deviceTokens });
  const doors = createDoors({ ...parts, devices, deviceTokens });
  const deadLetters = createDeadLetters({ ...parts, topic: TOPICS.deadLetters });
  const orders = followOrders({ ...parts, deadLetters });
  const presence = createPresence(parts);
  const ordersDoor = createOrdersDoor({ ...parts, orders, presence, deviceTokens });
  const linked = followLinkedCars({ ...parts, deadLetters });
  const sightings = createSightingWriter({
    ...parts,
    besideOf(eventId, invitationId) {
      const known = orders.of(carKey(eventId, invitationId));
      return {
        linked: linked.has(eventId, invitationId),
        track: known?.track ?? null,
        driver: known?.driver ?? null,
      };
    },
    isDeleted: (eventId) => pipeline.entries.refusal(eventId, 0) === 'unknownEvent',
  });
  const pipeline = await startPipeline({
    ...parts,
    devices,
    onFrames: (frames) => sightings.published(frames),
  });
  const { entries } = pipeline;
  const bridge = startBridge({ ...parts, keys: parts.config.INBOUND_KEYS, devices, deviceTokens, entries });
  return {
    doors: (request, response, next) =>
      ordersDoor.handle(request, response, () => doors(request, response, next)),
    hangUp: () => ordersDoor.hangUp(),
    async stop() {
      ordersDoor.hangUp();
      presence.stop();
      await orders.stop();
      await bridge.stop();
      await pipeline.stop();
      await sightings.stop();
      await linked.stop();
      await devices.stop();
    },
  };
};
