import { SOCKET_CHANNEL, type ChangePosition } from '@flagpost/contracts';

/**
 * A position message, encoded once for all viewers: socket.io (protocol 5) within engine.io (protocol 4). Packed positions
 * follow as a binary attachment.
 */
export interface PositionMessage {
  /** The message in frames of RFC 6455, for websockets. */
  readonly bytes: Buffer;
  /** The same for polling, to be sent sameCommand. */
  packets(): Packet[];
}

interface Packet {
  readonly type: 'message';
  readonly data: string | Buffer;
  /** Compressing for each viewer costs more than it saves: packed frames are dense. */
  readonly options: { readonly compress: false };
}

const packetOf = (data: string | Buffer): Packet => ({ type: 'message', data, options: { compress: false } });

export const positionMessage = (data: ChangePosition): PositionMessage => {
  const packed = 'packed' in data ? new Uint8Array(data.packed) : null;
  const json = packed === null ? data : { ...data, packed: { _placeholder: true, num: 0 } };
  const message = JSON.stringify([SOCKET_CHANNEL, { type: 'CHANGE_POSITION', data: json }]);
  // '2': an event; '51-': an event with one attachment. Engine.io puts a '4' before a message.
  const text = packed === null ? `2${message}` : `51-${message}`;
  const frames = [...frame(TEXT, Buffer.from(`4${text}`)), ...(packed === null ? [] : frame(BINARY, packed))];
  return {
    bytes: Buffer.concat(frames),
    packets: () => [packetOf(text), ...(packed === null ? [] : [packetOf(Buffer.from(packed))])],
  };
};

const TEXT = 0x81;
const BINARY = 0x82;

/** One whole message, not masked, as servers send it (RFC 6455, 5.2). */
const frame = (opcode: number, payload: Uint8Array): Uint8Array[] => {
  const { length } = payload;
  if (length < 126) return [Uint8Array.of(opcode, length), payload];
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head.writeUInt16BE(opcode * 256 + (length < 65_536 ? 126 : 127));
  if (length < 65_536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return [head, payload];
};
