import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Truth } from '@flagpost/contracts';
import { historyMinuteOf, type HistoryStore } from '@flagpost/records';
import {
  FIX_ROW,
  PAST_ROW,
  createPastSpanWriter,
  minuteOf,
  replayCar,
  type FixRows,
  type PastRows,
  type PastSpan,
} from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import type { CarBlocks } from './car-reading.js';
import type { RaceIndex } from './race-index.js';

/** Fixes before a span from which the rules of the engine find who has stopped, and where a car is headed. */
const LEAD_MS = 120_000;
/** Fixes after it that a picture moves towards. */
const AHEAD_MS = 15_000;
/** Fixes that are decoded, and states that are packed, before others have a turn: some milliseconds. */
const AT_ONCE = 5_000;
/** Gives others a turn once so much was done. */
const createTurns = (): ((done: number) => Promise<void>) => {
  let since = 0;
  return async (done) => {
    since += done;
    if (since < AT_ONCE) return;
    since = 0;
    await nextTurn();
  };
};

export interface Span {
  /** Epoch ms by the clock of the truth. */
  readonly from: number;
  readonly to: number;
}

/** Indexes of the blocks of a car from which its states in a span follow, in order. */
const blocksNeeded = (car: CarBlocks, truth: Truth, { from, to }: Span): number[] => {
  const needed = new Set<number>();
  const lead = from - LEAD_MS;
  const isIn = (i: number): boolean =>
    truth === 'seen'
      ? (car.minutes[i] ?? 0) >= minuteOf(lead) && (car.minutes[i] ?? 0) <= minuteOf(to + AHEAD_MS)
      : (car.latest[i] ?? 0) >= lead && (car.earliest[i] ?? 0) <= to + AHEAD_MS;
  const isBefore = (i: number): boolean =>
    truth === 'seen' ? (car.minutes[i] ?? 0) < minuteOf(lead) : (car.latest[i] ?? 0) < lead;
  let before = -1;
  for (let i = 0; i < car.minutes.length; i += 1) {
    if (isIn(i)) needed.add(i);
    else if (isBefore(i) && (truth === 'seen' || (car.latest[i] ?? 0) >= (car.latest[before] ?? 0)))
      before = i;
  }
  if (before < 0) return [...needed];
  const first = Math.min(...needed);
  const newest = truth === 'seen' ? (car.newest[before] ?? before) : before;
  const isLedUpTo =
    (car.earliest[first] ?? Infinity) <= lead + 60_000 &&
    (car.latest[newest] ?? 0) <= (car.earliest[first] ?? 0);
  if (!isLedUpTo) for (const i of [newest - 1, newest, before]) if (i >= 0) needed.add(i);
  return [...needed].sort((a, b) => a - b);
};

const concatenated = (parts: readonly FixRows[]): FixRows => {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** The states of all cars of a race in a span. */
export const readPastSpan = async (
  history: Pick<HistoryStore, 'get' | 'read'>,
  eventId: number,
  index: RaceIndex,
  truth: Truth,
  span: Span,
): Promise<ReadonlyMap<number, PastRows>> => {
  const needed = new Map([...index.cars].map(([id, car]) => [id, blocksNeeded(car, truth, span)]));
  const carsOf = new Map<number, number[]>();
  for (const [invitationId, blocks] of needed)
    for (const block of blocks) {
      const minute = index.cars.get(invitationId)?.minutes[block] ?? 0;
      const cars = carsOf.get(minute) ?? [];
      cars.push(invitationId);
      carsOf.set(minute, cars);
    }
  const read = await Promise.all(
    [...carsOf].map(([minute, cars]) => historyMinuteOf(history, eventId, minute, cars)),
  );
  const bytesOf = new Map<number, Map<number, Uint8Array>>();
  for (const block of read.flat()) {
    const ofCar = bytesOf.get(block.invitationId) ?? new Map<number, Uint8Array>();
    bytesOf.set(block.invitationId, ofCar.set(block.minute, block.bytes));
  }
  const codec = createHistoryCodec();
  const cars = new Map<number, PastRows>();
  const turns = createTurns();
  for (const [invitationId, blocks] of needed) {
    const minutes = blocks.map((block) => index.cars.get(invitationId)?.minutes[block] ?? 0);
    const fixes = minutes.flatMap((minute) => {
      const bytes = bytesOf.get(invitationId)?.get(minute);
      return bytes === undefined ? [] : [codec.decodeRows(minute, bytes)];
    });
    const all = concatenated(fixes);
    const rows = replayCar(all, truth, span.from, span.to);
    if (rows.length > 0) cars.set(invitationId, rows);
    await turns(all.length / FIX_ROW);
  }
  return cars;
};

/** A span as it is answered. */
export const packPastSpan = async ({ cars, ...head }: PastSpan): Promise<Uint8Array> => {
  const packed = createPastSpanWriter(head, cars.size);
  const turns = createTurns();
  for (const [invitationId, rows] of cars) {
    packed.add(invitationId, rows);
    await turns(rows.length / PAST_ROW);
  }
  return packed.bytes();
};
