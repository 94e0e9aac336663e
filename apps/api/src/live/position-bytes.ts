import { SOCKET_CHANNEL, type ChangePosition } from '@flagpost/contracts';

/**
 * A position message as it lies on every websocket, made once for all viewers: socket.io (protocol 5) within engine.io
 * (protocol 4) within frames of RFC 6455. Where the positions are packed their bytes follow as an attachment.
 */
export const positionBytes = (data: ChangePosition): Buffer => {
  const packed = 'packed' in data ? data.packed : null;
  const told = packed === null ? data : { ...data, packed: { _placeholder: true, num: 0 } };
  const message = JSON.stringify([SOCKET_CHANNEL, { type: 'CHANGE_POSITION', data: told }]);
  if (packed === null) return Buffer.concat(frame(TEXT, Buffer.from(`42${message}`)));
  return Buffer.concat([
    ...frame(TEXT, Buffer.from(`451-${message}`)),
    ...frame(BINARY, new Uint8Array(packed)),
  ]);
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
