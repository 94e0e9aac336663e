import type { PendingInput } from './pending-inputs.js';

/** The state from which a partition resumes: that of the engine, and the pending inputs. */
export interface SavedState {
  readonly engine: Uint8Array;
  readonly pending: readonly PendingInput[];
}

/** Length of the pending inputs as JSON (4 bytes, big-endian), the JSON, the engine's state. */
export const encodeState = ({ engine, pending }: SavedState): Uint8Array => {
  const json = Buffer.from(JSON.stringify(pending));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, engine]);
};

export const decodeState = (bytes: Uint8Array): SavedState => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 4 + buffer.readUInt32BE(0);
  return {
    pending: JSON.parse(buffer.toString('utf8', 4, end)) as PendingInput[],
    engine: new Uint8Array(buffer.subarray(end)),
  };
};
