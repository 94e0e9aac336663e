import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveFrame } from '@flagpost/contracts';
import {
  ServiceUnavailableError,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
  type Timer,
} from '@flagpost/platform';
import type { Records, SightingBlock } from '@flagpost/records';
import {
  createSightingParts,
  minuteOf,
  type Beside,
  type SightingParts,
  type Sightings,
} from '@flagpost/telemetry';
import { compactMinute } from './compact-sightings.js';

/** Keeps what this process has published of each event: what race control saw. */
export interface SightingWriter {
  /** Frames were published. */
  published(frames: readonly LiveFrame[]): void;
  /** Stores the rest. */
  stop(): Promise<void>;
}

const SECOND_MS = 1_000;
/** So much of it may be lost with the process. */
const STORE_EVERY_S = 10;
/** An event without frames is forgotten after this. */
const QUIET_MS = 600_000;
/** After the end of a minute; the journals of its cars are stored by then. */
const COMPACT_AFTER_MS = 30_000;
/** Blocks of minutes that are over and that wait while the records are away: of 100 cars half an hour. */
const MOST_WAITING = 200;

interface Field extends SightingParts {
  publishedAt: number;
}

export const createSightingWriter = (parts: {
  readonly records: Pick<Records, 'history' | 'sightings'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly besideOf: (eventId: number, invitationId: number) => Beside;
  /** Of a deleted event nothing is kept. */
  readonly isDeleted: (eventId: number) => boolean;
}): SightingWriter => {
  const { records, clock, scheduler, logger, besideOf } = parts;
  /** 48 random bits, written shortly: they are in each block and in its index. */
  const run = Buffer.from(parts.ids.uuid().slice(-12), 'hex').toString('base64url');
  const fields = new Map<number, Field>();
  /** Blocks that are not stored, by event, minute and writer. */
  const waiting = new Map<string, SightingBlock>();
  /** Minutes of events of which a block was stored that does not refer to the journals yet. */
  const uncompacted = new Map<string, Pick<SightingBlock, 'eventId' | 'minute'>>();
  /** Events of which this process has stored something since their last quiet time. */
  const kept = new Set<number>();
  let isFailing = false;
  let storing: Promise<void> | null = null;

  const fieldOf = (eventId: number): Field => {
    const known = fields.get(eventId) ?? { ...createSightingParts(eventId), publishedAt: 0 };
    fields.set(eventId, known);
    return known;
  };
  const collect = (eventId: number, part: number, sightings: Sightings): void => {
    const block = sightings.block();
    if (block === null) return;
    const writer = `${run}.${part}`;
    waiting.set(`${eventId} ${block.minute} ${writer}`, { eventId, writer, ...block });
  };
  /** Of blocks that could not be stored; those of the present minute are made anew for the next attempt. */
  const dropOldest = (): void => {
    const minute = minuteOf(clock.now());
    const ended = [...waiting].filter(([, block]) => block.minute < minute);
    const dropped = ended.slice(0, -MOST_WAITING);
    for (const [key] of dropped) waiting.delete(key);
    if (dropped.length > 0) logger.warn('sightings are dropped', { blocks: dropped.length });
  };

  const compact = async (): Promise<void> => {
    const newest = minuteOf(clock.now() - COMPACT_AFTER_MS) - 1;
    for (const [key, { eventId, minute }] of uncompacted) {
      if (minute > newest) continue;
      try {
        if (!parts.isDeleted(eventId))
          await compactMinute(records, eventId, minute, (writer) => writer.startsWith(`${run}.`));
      } catch (error) {
        if (error instanceof ServiceUnavailableError) return;
        logger.error('sightings cannot be compacted', { eventId, minute, error });
      }
      uncompacted.delete(key);
    }
  };
  /** What this process stored after others had deleted all of an event, before it heard of that, is deleted too. */
  const eraseDeleted = async (): Promise<void> => {
    for (const eventId of kept) {
      if (!parts.isDeleted(eventId)) continue;
      await records.sightings.forget(eventId);
      kept.delete(eventId);
    }
  };
  const put = async (): Promise<void> => {
    for (const [key, { eventId }] of waiting) if (parts.isDeleted(eventId)) waiting.delete(key);
    for (const [eventId, field] of fields)
      for (const [part, sightings] of field.parts.entries()) {
        collect(eventId, part, sightings);
        await nextTurn();
      }
    const blocks = [...waiting];
    if (blocks.length === 0 && kept.size === 0) return;
    try {
      await eraseDeleted();
      for (const [, { eventId }] of blocks) kept.add(eventId);
      await records.sightings.put(blocks.map(([, block]) => block));
      for (const [key, block] of blocks) {
        if (waiting.get(key) === block) waiting.delete(key);
        const { eventId, minute } = block;
        uncompacted.set(`${eventId} ${minute}`, { eventId, minute });
      }
      if (isFailing) logger.info('what race control sees is kept again');
      isFailing = false;
    } catch (error) {
      if (!(error instanceof ServiceUnavailableError)) logger.error('sightings cannot be stored', { error });
      else if (!isFailing) logger.warn('what race control sees is not kept', { error });
      isFailing = true;
      dropOldest();
    }
  };
  const store = (): Promise<void> => {
    storing ??= put()
      .then(compact)
      .finally(() => (storing = null));
    return storing;
  };

  const second = (now: number): void => {
    for (const [eventId, field] of fields) {
      if (now - field.publishedAt > QUIET_MS || parts.isDeleted(eventId)) {
        fields.delete(eventId);
        if (!parts.isDeleted(eventId)) kept.delete(eventId);
        continue;
      }
      for (const [part, sightings] of field.parts.entries()) {
        // The block of the minute that ends is taken before the next one begins.
        if (sightings.endsBefore(now)) collect(eventId, part, sightings);
        sightings.second(now, (invitationId) => besideOf(eventId, invitationId));
      }
    }
  };
  /** Runs only while frames of some event come. */
  let timer: Timer | null = null;
  let seconds = 0;
  const tick = (): void => {
    second(clock.now());
    seconds += 1;
    if (seconds % STORE_EVERY_S === 0) void store();
    if (fields.size > 0 || waiting.size > 0 || uncompacted.size > 0 || kept.size > 0) return;
    timer?.cancel();
    timer = null;
  };

  return {
    published(frames) {
      for (const { eventId, serverTime, cars } of frames) {
        const field = fieldOf(eventId);
        field.publishedAt = serverTime;
        for (const car of cars) field.of(car.invitationId).take(serverTime, car);
      }
      timer ??= scheduler.every(SECOND_MS, tick);
    },
    async stop() {
      timer?.cancel();
      second(clock.now());
      await storing;
      await store();
    },
  };
};
