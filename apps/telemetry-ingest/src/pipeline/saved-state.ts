import type { HeldInput } from './held.js';

/** What one partition needs to go on where it stopped: the engine's own state, and the inputs that wait. */
export interface SavedState {
  readonly engine: Uint8Array;
  readonly held: readonly HeldInput[];
}

/** Length of the held inputs as JSON (4 bytes, big-endian), the JSON, the engine's state. */
export const encodeState = ({ engine, held }: SavedState): Uint8Array => {
  const json = Buffer.from(JSON.stringify(held));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, engine]);
};

export const decodeState = (bytes: Uint8Array): SavedState => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 4 + buffer.readUInt32BE(0);
  return {
    held: JSON.parse(buffer.toString('utf8', 4, end)) as HeldInput[],
    engine: new Uint8Array(buffer.subarray(end)),
  };
};
