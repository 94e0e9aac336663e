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

export const refused = (reason: DropReason): Decoded => ({ inputs: [], dropped: [reason] });
