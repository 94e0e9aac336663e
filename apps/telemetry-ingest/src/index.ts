/** telemetry-ingest: accepts device input over HTTP, and turns competitor positions into the live race. */
export { inboundConfig, ingestConfig } from './config.js';
export { createDeviceNotes, type DeviceNotes } from './devices.js';
export { createDoors, type DoorHandler, type DoorParts } from './doors/doors.js';
export { followOrders } from './orders/known-orders.js';
export { createOrdersDoor } from './orders/orders-door.js';
export { prependRequestHandler } from './doors/prepend-request-handler.js';
export { startPipeline, type Pipeline, type PipelineParts } from './pipeline/pipeline.js';
export { startBridge, type Bridge, type BridgeParts } from './inbound/bridge.js';
export { compactMinute } from './pipeline/compact-sightings.js';
export { createHistoryWriter, type HistoryWriter } from './pipeline/history.js';
export { INGEST_GROUP } from './pipeline/session.js';
export { startIngest, type Ingest, type IngestParts } from './ingest.js';
export { allocateYoung } from './young-allocation.js';
