import type { DropReason, PositionInput, TestAnswer } from '@flagpost/contracts';

/** A device's request: the query string without '?', and the body as text. */
export interface DeviceRequest {
  readonly query: string;
  readonly body: string;
}

/** An input before the door stamps `receivedAt`. */
export type DecodedInput = Omit<PositionInput, 'receivedAt'>;

/** Inputs in the order they were sent, and one reason for each part that was dropped. */
export interface Decoded {
  readonly inputs: readonly DecodedInput[];
  readonly dropped: readonly DropReason[];
  /** What the device says of a test: no input of a race. Left out if nothing. */
  readonly test?: TestAnswer;
}

/** A decoder is pure and never throws: it drops unreadable parts, with a reason. */
export type Decoder = (request: DeviceRequest) => Decoded;

/** A message before its inputs are decoded. */
export interface Message {
  /** Inputs in it, readable or not: what the rate limit charges. */
  readonly inputs: number;
  /** False: no input of it has a signal. */
  readonly mayHaveSignal: boolean;
  /** As a `Decoder`; a large message is decoded in slices. */
  decode(): Decoded | Promise<Decoded>;
}

/** Reads a request without decoding its inputs; null if there are more than a door takes at once. */
export type Reader = (request: DeviceRequest) => Message | null;

export const hasSignal = ({ inputs }: Decoded): boolean => inputs.some(({ signal }) => signal !== undefined);

/** Of a protocol whose messages are small: they are decoded at once. */
export const readerOf =
  (decode: Decoder): Reader =>
  (request) => {
    const decoded = decode(request);
    return {
      inputs: decoded.inputs.length + decoded.dropped.length,
      mayHaveSignal: hasSignal(decoded),
      decode: () => decoded,
    };
  };

export const refused = (reason: DropReason): Decoded => ({ inputs: [], dropped: [reason] });
