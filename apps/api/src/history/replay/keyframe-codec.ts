import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Truth } from '@flagpost/contracts';
import { currentRules } from '@flagpost/telemetry/journal';

/**
 * A keyframe of the history: raw deflate of
 *
 *   uint8     2, the format
 *   uint32    number of bytes of the text, big-endian
 *   text      `KeyframeText` as JSON, UTF-8
 *   the rest  the states of all cars, `FieldReplay.save`
 */
const FORMAT = 2;
const HEAD = 5;
/** It is written in the midst of a race: a better compression takes ten times the CPU time. */
const LEVEL = 1;

type Numbers = readonly number[];

/** What has come since the keyframe before by the clock of a truth, times in epoch ms. */
export interface KeyframeTruth {
  /** Stretches that are new or longer (`Heard`). */
  readonly heard: Numbers;
  /** Beginning and end of each stop that is over, one after the other. */
  readonly stops: Numbers;
  readonly stoppedSince: number | null;
}

export interface KeyframeCar {
  readonly invitationId: number;
  readonly fixesRead: number;
  /**
   * Those that have come since the keyframe before, one after the other: of each its minute, and earliest and latest as ms since
   * that began.
   */
  readonly blocks: Numbers;
  readonly byTruth: Readonly<Record<Truth, KeyframeTruth>>;
}

export interface KeyframeContent {
  /** The minute of the keyframe before, which this one goes on from; -1 for none. */
  readonly after: number;
  readonly minute: number;
  /** Number of blocks of the minutes that are not read again. */
  readonly blocksBefore: number;
  readonly isReduced: boolean;
  /** Every car that was heard so far. */
  readonly cars: readonly KeyframeCar[];
  readonly states: Uint8Array;
}

type KeyframeText = Omit<KeyframeContent, 'states'> & { readonly rules: string };

const deflated = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw);
const inflated = promisify<Uint8Array, Buffer>(inflateRaw);
/** Under other rules cars stop, and fall silent, at other times. */
const rulesOfNow = (): string => JSON.stringify(currentRules());

export const encodeKeyframe = ({ states, ...rest }: KeyframeContent): Promise<Uint8Array> => {
  const text = Buffer.from(JSON.stringify({ ...rest, rules: rulesOfNow() } satisfies KeyframeText));
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(FORMAT, 0);
  head.writeUInt32BE(text.length, 1);
  return deflated(Buffer.concat([head, text, states]), { level: LEVEL });
};

/** Null for another format, and for other rules than those of now. @throws for damaged bytes */
export const decodeKeyframe = async (bytes: Uint8Array): Promise<KeyframeContent | null> => {
  const whole = await inflated(bytes);
  if (whole.readUInt8(0) !== FORMAT) return null;
  const end = HEAD + whole.readUInt32BE(1);
  const { rules, ...rest } = JSON.parse(whole.toString('utf8', HEAD, end)) as KeyframeText;
  return rules === rulesOfNow() ? { ...rest, states: whole.subarray(end) } : null;
};
